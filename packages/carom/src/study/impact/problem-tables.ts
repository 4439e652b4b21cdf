/** What the law was given: mobility and material. */
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import type { ResultTable } from "../format/table.js";
import { componentNames, contactNames } from "./words.js";

/** Larger matrices are for programs: result.json has them. */
const MOST_ROWS = 12;

export function mobilityTables(problem: ContactProblem): ResultTable[] {
  const names = componentNames(problem);
  if (names.length > MOST_ROWS) return [];
  return [
    {
      name: "mobility",
      title: "Mobility",
      use: "page",
      columns: [{ name: "" }, ...names.map((name) => ({ name, unit: "1/kg", digits: 6 }))],
      rows: problem.mobility.map((row, i) => [names[i], ...row]),
    },
  ];
}

const FIELDS = {
  friction: "friction",
  staticFriction: "friction at rest",
  restitution: "restitution",
  stiffnessRatio: "normal over tangential stiffness",
  stiffness: "relative stiffness",
  exponent: "exponent of the force law",
  weight: "weight",
} as const;

/** One row for each contact, and one for neighbours that are alike. */
export function problemTable(problem: ContactProblem): ResultTable {
  const used = (Object.keys(FIELDS) as (keyof typeof FIELDS)[]).filter((field) =>
    problem.contacts.some((contact) => contact[field] !== undefined),
  );
  const alike: { readonly contacts: number[]; readonly cells: (string | number)[] }[] = [];
  problem.contacts.forEach((contact, i) => {
    const cells = used.map((field) => contact[field] ?? "");
    const last = alike[alike.length - 1];
    if (last !== undefined && last.cells.join("|") === cells.join("|")) last.contacts.push(i);
    else alike.push({ contacts: [i], cells });
  });
  return {
    name: "material",
    title: "Material",
    use: "page",
    columns: [{ name: "" }, ...used.map((field) => ({ name: FIELDS[field] }))],
    rows: alike.map(({ contacts, cells }) => [contactNames(problem, contacts), ...cells]),
  };
}
