import { describe, expect, it } from "vitest";
import { FORMS } from "./impact/schema.js";
import { studyJsonSchema } from "./json-schema.js";

describe("studyJsonSchema", () => {
  const schema = studyJsonSchema() as {
    $schema: string;
    anyOf: { required: string[]; additionalProperties: boolean; properties: Record<string, unknown> }[];
  };

  it("is plain JSON of a known draft with one variant for each form of an impact, and one for each other kind", () => {
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
    expect(schema.$schema).toContain("json-schema.org/draft/2020-12");
    expect(schema.anyOf.map(({ required }) => FORMS.filter((form) => required.includes(form)))).toEqual([
      ...FORMS.map((form) => [form]),
      ["bodies"],
      [],
      [],
      [],
      [],
      [],
      [],
      [],
      [],
      [],
    ]);
  });

  it("forbids unknown fields and requires only what has no default", () => {
    for (const { additionalProperties, required } of schema.anyOf) {
      expect(additionalProperties).toBe(false);
      expect(required).toEqual(expect.arrayContaining(["carom", "kind", "title"]));
      expect(required).not.toContain("law");
    }
    const others = schema.anyOf.map(({ required }) => required.filter((field) => !["carom", "kind", "title", ...FORMS].includes(field)));
    expect(others).toEqual([
      ["contacts"],
      ["contacts"],
      ["contacts"],
      ["duration"],
      [],
      ["rod"],
      ["object", "contact", "target"],
      ["mesh", "material"],
      ["mesh", "material", "table", "fingers", "squeeze"],
      ["mesh", "material", "table", "fingers", "close"],
      ["base", "vary", "sampler"],
      ["drop", "runs"],
      [],
    ]);
  });

  it("takes a mesh by its file, or by its lists", () => {
    const meshes: { required?: string[]; oneOf?: { required: string[] }[] }[] = [];
    JSON.stringify(schema, (_key, value) => {
      if (value?.properties?.type?.const === "mesh" && value.properties.file !== undefined) meshes.push(value);
      return value;
    });
    expect(meshes.length).toBeGreaterThan(0);
    for (const { required, oneOf } of meshes) {
      expect(required).toEqual(["type"]);
      expect(oneOf?.map((way) => way.required)).toEqual([["file"], ["vertices", "triangles"]]);
    }
  });

  it("carries ranges and descriptions for editors", () => {
    const text = JSON.stringify(schema.anyOf[2].properties.contacts);
    expect(text).toContain('"maximum":1');
    expect(text).toContain("kinetic friction coefficient");
  });
});
