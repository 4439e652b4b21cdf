import { describe, expect, it } from "vitest";
import { createTree } from "../mechanism/tree.js";
import { dropRobot } from "../urdf/drop.js";
import { readSdf, sdfIncludesOf, sdfMeshesOf } from "./sdf.js";

const sdf = (inside: string, version = "1.9") => `<sdf version="${version}">${inside}</sdf>`;
const inertial = (mass: number) =>
  `<inertial><mass>${mass}</mass>
<inertia><ixx>0.1</ixx><iyy>0.1</iyy><izz>0.1</izz><ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></inertia></inertial>`;
const link = (name: string, pose: string, inside = inertial(1)) => `<link name="${name}">${pose}${inside}</link>`;
const joint = (name: string, type: string, inside: string) => `<joint name="${name}" type="${type}">${inside}</joint>`;

const BULLET = "<bullet><friction>0.4</friction><friction2>0.4</friction2></bullet>";

describe("SDF", () => {
  it("puts links where poses relative to models, links, joints and frames say", () => {
    const axis =
      '<axis><xyz expressed_in="__model__">1 0 0</xyz><limit><lower>-1</lower><upper>1</upper></limit>' +
      "<dynamics><damping>0.2</damping></dynamics></axis>";
    const text = sdf(`<model name="m">${link("a", "<pose>1 0 0 0 0 0</pose>")}${link("b", '<pose relative_to="f">0 0 1 0 0 0</pose>')}
      <frame name="f" attached_to="a"><pose>0 2 0 0 0 1.5707963267948966</pose></frame>
      ${joint("j", "revolute", `<parent>a</parent><child>b</child><pose>0.5 0 0 0 0 0</pose>${axis}`)}
      </model>`);
    const { bodies, joints } = readSdf(text);
    expect(joints).toMatchObject({ j: "b" });
    expect(bodies.a.joint).toMatchObject({ type: "free", position: [1, 0, 0] });
    expect(bodies.b.joint).toMatchObject({ type: "revolute", parent: "a", damping: 0.2, limits: { lower: -1, upper: 1 } });
    // The frame is a quarter turn: half a metre along x of b is half a metre along y of the model.
    const tree = createTree(
      Object.entries(bodies).map(([name, { joint: own, centre, mass = 0 }]) => ({
        name,
        parent: own.parent ?? "world",
        joint: own,
        mass,
        ...(centre && { centre }),
      })),
    );
    const start = new Float64Array(tree.coordinateCount);
    start[6] = 1;
    tree.place(start);
    const [, b] = tree.states;
    expect(b.origin.map((value) => Math.round(1e9 * value) / 1e9)).toEqual([1, 2.5, 1]);
    expect(b.centre.map((value) => Math.round(1e9 * value) / 1e9)).toEqual([1, 2, 1]);
    // Along x of the model, which is minus y of the link.
    expect(bodies.b.joint.axis?.map((value) => Math.round(1e9 * value) / 1e9 + 0)).toEqual([0, -1, 0]);
  });

  it("has axes of the model in files before version 1.5, in what is included too", () => {
    const axis = (inside = "") => `<axis><xyz>1 0 0</xyz>${inside}</axis><axis2><xyz>0 1 0</xyz>${inside}</axis2>`;
    const quarter = "<pose>0 0 1 0 0 1.5707963267948966</pose>";
    const inside = (of: string) =>
      `<model name="m">${link("a", "")}${link("b", quarter)}${joint("j", "universal", `<parent>a</parent><child>b</child>${of}`)}</model>`;
    const axesOf = ({ bodies }: ReturnType<typeof readSdf>) =>
      Object.values(bodies).flatMap(({ joint: { axis: own } }) => (own === undefined ? [] : [own.map((value) => Math.round(value) + 0)]));
    // The link is a quarter turn about z from the model: x of the model is minus y of it, y is x.
    const [ofModel, ofJoint] = [
      [
        [0, -1, 0],
        [1, 0, 0],
      ],
      [
        [1, 0, 0],
        [0, 1, 0],
      ],
    ];
    expect(axesOf(readSdf(sdf(inside(axis()), "1.4")))).toEqual(ofModel);
    expect(axesOf(readSdf(sdf(inside(axis()), "1.5")))).toEqual(ofJoint);
    const says = (value: number) => axis(`<use_parent_model_frame>${value}</use_parent_model_frame>`);
    expect(axesOf(readSdf(sdf(inside(says(0)), "1.4")))).toEqual(ofJoint);
    expect(axesOf(readSdf(sdf(inside(says(1)), "1.5")))).toEqual(ofModel);
    const old = new Map([["old", sdf(inside(axis()), "1.4")]]);
    expect(axesOf(readSdf(sdf("<include><uri>old</uri></include>", "1.9"), { files: old }))).toEqual(ofModel);
  });

  it("makes a screw of two joints that go together, and keeps joints that follow others", () => {
    const pair = (parent: string, child: string) => `<parent>${parent}</parent><child>${child}</child>`;
    const axis = (inside = "") => `<axis><xyz>0 0 1</xyz>${inside}</axis>`;
    const follow = '<mimic joint="turn"><multiplier>3</multiplier><offset>0.5</offset><reference>0.1</reference></mimic>';
    const read = (pitch: string) =>
      readSdf(
        sdf(`<model name="m">${link("a", "")}${link("nut", "")}${link("b", "")}${link("c", "")}${joint("w", "fixed", pair("world", "a"))}
        ${joint("turn", "revolute", `${pair("a", "b")}${axis()}`)}${joint("after", "revolute", `${pair("a", "c")}${axis(follow)}`)}
        ${joint("thread", "screw", `${pair("a", "nut")}${pitch}${axis()}`)}</model>`),
      );
    const { bodies, gears } = read("<screw_thread_pitch>0.01</screw_thread_pitch>");
    expect(bodies.nut.joint).toMatchObject({ type: "prismatic", parent: "nut/thread", axis: [0, 0, 1] });
    expect(bodies["nut/thread"].joint).toMatchObject({ type: "revolute", parent: "a" });
    expect(gears).toContainEqual({ between: ["nut/thread", "nut"], ratio: 0.01 / (2 * Math.PI), offset: 0 });
    expect(gears).toContainEqual({ between: ["b", "c"], ratio: 3, offset: expect.closeTo(0.2, 15) });
    // The older word: radians in a metre, a left-handed thread positive.
    expect(read("<thread_pitch>-200</thread_pitch>").gears).toContainEqual({ between: ["nut/thread", "nut"], ratio: 0.005, offset: 0 });
    expect(() => read("")).toThrow(/joint thread\/screw_thread_pitch: 0 is its pitch: a screw needs one/);
  });

  it("takes joints that are called as links are, and leaves out loops that no joint here closes", () => {
    const pair = (parent: string, child: string) => `<parent>${parent}</parent><child>${child}</child>`;
    const axes = "<axis><xyz>0 0 1</xyz></axis><axis2><xyz>1 0 0</xyz></axis2>";
    const { joints, account, loops } = readSdf(
      sdf(
        `<model name="m">${joint("wheel", "revolute", `${pair("base", "wheel")}${axes}`)}${link("base", "")}${link("wheel", "")}
      ${joint("u", "universal", `${pair("base", "wheel")}${axes}`)}</model>`,
        "1.5",
      ),
    );
    expect(joints).toMatchObject({ wheel_joint: "wheel" });
    expect(loops).toBeUndefined();
    expect(account.join("\n")).toMatch(/joint wheel: a link or frame has this name too: the joint is called wheel_joint/);
    expect(account.join("\n")).toMatch(/joint u: it closes a loop, which no universal joint can here: it is left out/);
  });

  it("closes loops with a second joint of a link, makes two of a universal one, keeps what is static", () => {
    const pair = (parent: string, child: string) => `<parent>${parent}</parent><child>${child}</child>`;
    const axis = "<axis><xyz>0 0 1</xyz></axis>";
    const text = sdf(`<model name="m">${link("a", "")}${link("b", "<pose>1 0 0 0 0 0</pose>")}${link("c", "<pose>0 1 0 0 0 0</pose>")}
      ${joint("w", "fixed", pair("world", "a"))}${joint("j", "revolute", `${pair("a", "b")}${axis}`)}
      ${joint("k", "universal", `${pair("a", "c")}${axis}<axis2><xyz>1 0 0</xyz></axis2>`)}${joint("l", "ball", pair("c", "b"))}</model>`);
    const { bodies, loops } = readSdf(text);
    expect(bodies.a.joint.type).toBe("fixed");
    expect(Object.keys(bodies)).toEqual(["a", "b", "c/k", "c"]);
    expect(loops).toMatchObject([{ type: "spherical", between: ["c", "b"], frames: [{ position: [1, -1, 0] }, {}] }]);
    const ground = readSdf(
      sdf(
        `<model name="g"><static>true</static>
        ${link("floor", "", "<collision name='c'><geometry><plane/></geometry></collision>")}</model>`,
      ),
    );
    expect(ground.planes).toEqual({ "floor plane": { plane: { normal: [0, 0, 1], point: [0, 0, 0] } } });
  });

  it("reads shapes and friction, and says what it does not take", () => {
    const shapes = [
      "<box><size>1 2 3</size></box>",
      "<ellipsoid><radii>1 2 3</radii></ellipsoid>",
      "<cone><radius>1</radius><length>2</length></cone>",
    ];
    const surface =
      "<surface><friction><ode><mu>0.7</mu></ode></friction>" +
      "<bounce><restitution_coefficient>0.5</restitution_coefficient></bounce></surface>";
    const collisions = shapes.map(
      (shape, i) => `<collision name="${i}"><geometry>${shape}</geometry>${i === 0 ? surface : ""}</collision>`,
    );
    const { bodies, materials, account } = readSdf(sdf(`<model name="m">${link("a", "", inertial(3) + collisions.join(""))}</model>`));
    expect(bodies.a.shape).toEqual({ type: "box", size: [1, 2, 3] });
    expect(bodies["a/1"]).toMatchObject({
      joint: { type: "fixed", parent: "a" },
      shape: {
        type: "compound",
        parts: [{ shape: { type: "ellipsoid" } }, { shape: { type: "cone", height: 2 }, position: [0, 0, -1] }],
      },
    });
    expect(materials).toEqual({ a: { friction: 0.7 } });
    expect(account.join("\n")).toMatch(/surface\/bounce: its restitution is left out: SDF does not say of which law/);
    expect(readSdf(sdf(`<model name="m">${link("a", "", "")}</model>`)).account.join("\n")).toMatch(
      /no inertial is given: SDF's default is taken/,
    );
  });

  it("brings in models by their uri, with names before those of their links", () => {
    const text = sdf(
      '<world name="w"><include><uri>model://part</uri><name>one</name><pose>1 0 0 0 0 0</pose></include>' +
        "<include><uri>model://part</uri><name>two</name></include></world>",
    );
    expect(sdfIncludesOf(text)).toEqual(["model://part"]);
    const meshed = '<collision name="c"><geometry><mesh><uri>model://part/a.stl</uri></mesh></geometry></collision>';
    const part = sdf(`<model name="part">${link("a", "", `${inertial(1)}${meshed}`)}</model>`);
    expect(sdfMeshesOf(text, new Map([["model://part", part]]))).toEqual(["model://part/a.stl"]);
    const plain = sdf(`<model name="part">${link("a", "")}</model>`);
    const { bodies } = readSdf(text, { files: new Map([["model://part", plain]]) });
    expect(Object.keys(bodies)).toEqual(["one::a", "two::a"]);
    expect(bodies["one::a"].joint.position).toEqual([1, 0, 0]);
  });

  it.each([
    [
      "<model name='m'><link name='a'><pose relative_to='b'/></link><link name='b'><pose relative_to='a'/></link></model>",
      /go round: poses need an end/,
    ],
    [
      "<model name='m'><link name='a'/><joint name='j' type='fixed'><parent>a</parent><child>z</child></joint></model>",
      /"z" is not a link, joint, frame or model here/,
    ],
    [
      "<model name='m'><link name='a'/><joint name='j' type='gearbox'><parent>world</parent><child>a</child></joint></model>",
      /"gearbox" is not one of fixed/,
    ],
    ["", /0 models: there is none/],
  ])("complains with the line: %s", (inside, words) => {
    expect(() => readSdf(sdf(inside))).toThrow(words);
    expect(() => readSdf(sdf(inside, "2.0"))).toThrow(/sdf@version: "2.0" is not a version that is read/);
  });

  it("complains once of frames that are attached to each other, though nothing uses them, and of a file that includes itself", () => {
    const circle = ["f", "g", "h"].map(
      (name, k) => `<frame name="${name}" attached_to="${["g", "h", "f"][k]}"><pose relative_to="a"/></frame>`,
    );
    const text = sdf(`<model name="m">${link("a", "")}${circle.join("")}</model>`);
    expect(() => readSdf(text)).toThrow(/^line \d, frame f@attached_to: "f -> g -> h -> f" go round[^\n]*$/);
    const nobody = sdf(`<model name="m">${link("a", "")}<frame name="f" attached_to="x"/></model>`);
    expect(() => readSdf(nobody)).toThrow(/frame f@attached_to: "x" is not a link, joint, frame or model here/);
    const self = sdf(`<model name="m">${link("a", "")}<include><uri>m</uri></include></model>`);
    expect(() => readSdf(self, { files: new Map([["m", self]]) })).toThrow(/^line 2 of m, include\/uri: "m -> m" go round$/);
  });

  it("takes degrees by either word for true, refuses other formats of turns, and finds the frames of models inside", () => {
    const turned = (words: string) =>
      readSdf(sdf(`<model name="m">${link("a", `<pose ${words}>0 0 0 0 0 90</pose>`)}</model>`)).bodies.a.joint;
    for (const words of ['degrees="true"', 'degrees="1"'])
      expect(turned(words).orientation).toEqual([0, 0, Math.SQRT1_2, Math.SQRT1_2].map((value) => expect.closeTo(value, 14)));
    expect(() => turned('degrees="yes"')).toThrow(/link a\/pose@degrees: "yes" is neither true nor false/);
    expect(() => turned('rotation_format="quat_wxyz"')).toThrow(/@rotation_format: "quat_wxyz" is neither euler_rpy nor quat_xyzw/);
    const inner = `<model name="n"><pose>0 2 0 0 0 0</pose>${link("b", "")}</model>`;
    const pose = '<pose relative_to="n::__model__">0 0 3 0 0 0</pose>';
    expect(readSdf(sdf(`<model name="m">${inner}${link("a", pose)}</model>`)).bodies.a.joint.position).toEqual([0, 2, 3]);
  });

  it("has the gravity of its world, and links without weight", () => {
    const model = (inside: string) => `<model name="m"><link name="a"><gravity>${inside}</gravity>${inertial(2)}</link></model>`;
    const world = (inside: string) => sdf(`<world name="w"><gravity>0 0 -1.6</gravity>${inside}</world>`);
    expect(readSdf(world(model("1")), { strict: true })).toMatchObject({ gravity: [0, 0, -1.6] });
    expect(readSdf(world(model("true")))).not.toHaveProperty("loads");
    expect(readSdf(world(model("false"))).loads).toEqual([{ type: "constant", body: "a", force: [0, 0, 3.2] }]);
    const old = sdf(`<world name="w"><physics type="ode"><gravity>0 0 -2</gravity></physics>${model("1")}</world>`, "1.4");
    expect(readSdf(old).gravity).toEqual([0, 0, -2]);
    expect(() => readSdf(world(model("no")))).toThrow(/link a\/gravity: "no" is neither true nor false/);
  });

  it("lets nothing of a static model move, whatever its joints are", () => {
    const axis = "<axis><xyz>0 0 1</xyz></axis>";
    const inside = `${link("a", "")}${link("b", "")}${joint("j", "revolute", `<parent>a</parent><child>b</child>${axis}`)}`;
    expect(readSdf(sdf(`<model name="m">${inside}</model>`)).joints).toHaveProperty("j");
    expect(readSdf(sdf(`<model name="m"><static>true</static>${inside}</model>`)).joints).toEqual({});
  });

  it("keeps links of one model from touching each other, unless they say self_collide", () => {
    const ball = '<collision name="c"><geometry><sphere><radius>0.1</radius></sphere></geometry></collision>';
    const balls = (own = "") =>
      [0, 1, 2].map((k) => link(`l${k}`, `<pose>${k} 0 0 0 0 0</pose>`, `${inertial(1)}${ball}${k === 0 ? own : ""}`)).join("");
    const pairs = (text: string) =>
      dropRobot(readSdf(text, { base: "free" }), { height: 0, friction: 0, restitution: 0 }).contacts.filter(
        ({ between }) => !between.includes("floor"),
      ).length;
    expect(pairs(sdf(`<model name="m">${balls()}</model>`))).toBe(0);
    expect(pairs(sdf(`<model name="m"><self_collide>true</self_collide>${balls()}</model>`))).toBe(3);
    expect(pairs(sdf(`<model name="m">${balls("<self_collide>true</self_collide>")}</model>`))).toBe(2);
    const second = `<model name="n"><pose>0 0 1 0 0 0</pose>${balls()}</model>`;
    expect(pairs(sdf(`<model name="m">${balls()}</model>${second}`))).toBe(9);
  });

  it("has joints and frames of the world, densities of collisions, and friction of Bullet", () => {
    const ball = (density: string, surface = "") =>
      `<collision name="c"><geometry><box><size>1 1 1</size></box></geometry>${density}${surface}</collision>`;
    const heavy = `<model name="m"><pose relative_to="f"/><link name="a"><inertial auto="true"><density>3</density></inertial>
      ${ball("<density>5</density>", `<surface><friction>${BULLET}</friction></surface>`)}</link></model>`;
    const text = sdf(
      `<world name="w"><frame name="f"><pose>0 0 7 0 0 0</pose></frame>
       ${joint("j", "fixed", "<parent>world</parent><child>m::a</child>")}${heavy}
       <model name="n"><link name="b"><inertial auto="true"><density>3</density></inertial>${ball("")}</link></model></world>`,
      "1.11",
    );
    const { bodies, materials } = readSdf(text, { strict: true });
    expect(bodies["m::a"].joint).toMatchObject({ type: "fixed", position: [0, 0, 7] });
    expect(materials["m::a"]).toEqual({ friction: 0.4 });
    expect(bodies["n::b"].mass).toBeCloseTo(3, 14);
    expect(readSdf(text.replace("<parent>world</parent><child>m::a", "<parent>m::a</parent><child>n::b")).bodies["m::a"].mass).toBeCloseTo(
      8,
      13,
    );
  });

  it("touches the ground of its world, static models and other models, with SDF's friction or its own, by its bits", () => {
    const collision = (shape: string, surface = "") =>
      `<collision name="c"><geometry>${shape}</geometry>${surface === "" ? "" : `<surface>${surface}</surface>`}</collision>`;
    const mu = (value: number) => `<friction><ode><mu>${value}</mu></ode></friction>`;
    const [plane, ball] = ["<plane><normal>0 0 1</normal></plane>", "<sphere><radius>0.1</radius></sphere>"];
    const free = (name: string, x: number, surface = "") =>
      `<model name="${name}"><pose>${x} 0 1 0 0 0</pose>${link("l", "", inertial(1) + collision(ball, surface))}</model>`;
    const still = (name: string, inside: string) => `<model name="${name}"><static>1</static>${link("l", "", inside)}</model>`;
    const frictions = (text: string, options = {}) =>
      Object.fromEntries((readSdf(text, options).contacts ?? []).map(({ between, friction }) => [between.join(" "), friction]));
    const ground = still("ground", collision(plane, mu(0.8)));
    const text = sdf(`<world name="w">${ground}${free("a", 0)}${free("b", 1, mu(0.5))}</world>`);
    expect(frictions(text)).toEqual({ "a::l ground::l plane": 0.8, "b::l ground::l plane": 0.5, "a::l b::l": 0.5 });
    const bits = (collide: string) => `<contact><collide_bitmask>${collide}</collide_bitmask></contact>`;
    expect(frictions(sdf(`<world name="w">${ground}${free("a", 0, bits("0x02"))}${free("b", 1, bits("0x01"))}</world>`))).toEqual({
      "a::l ground::l plane": 0.8,
      "b::l ground::l plane": 0.8,
    });
    const category = "<contact><collide_bitmask>1</collide_bitmask><category_bitmask>2</category_bitmask></contact>";
    expect(frictions(sdf(`<world name="w">${free("a", 0, category)}${free("b", 1, bits("2"))}</world>`))).toEqual({ "a::l b::l": 1 });
    const dropped = dropRobot(readSdf(text, { base: "free" }), { height: 0 });
    expect(Object.keys(dropped.bodies)).toEqual(["a::l", "b::l", "floor"]);
    expect(dropped.contacts.map(({ friction }) => friction)).toEqual([0.8, 0.5, 0.5]);
    const table = still("table", collision("<box><size>1 1 1</size></box>"));
    const scene = readSdf(sdf(`<world name="w">${table}${free("a", 0)}</world>`), { strict: true });
    expect(scene.contacts).toEqual([{ between: ["table::l", "a::l"], friction: 1, restitution: 0 }]);
  });

  it("has poses of shapes in whatever frame they are relative to", () => {
    const shape = '<pose relative_to="f">0 0 1 0 0 0</pose><geometry><sphere><radius>0.1</radius></sphere></geometry>';
    const text = sdf(`<model name="m"><frame name="f"><pose>0 0 5 0 1.5707963267948966 0</pose></frame>
      ${link("a", "<pose>1 0 0 0 0 0</pose>", `${inertial(1)}<collision name="c">${shape}</collision>`)}</model>`);
    const { bodies } = readSdf(text, { strict: true });
    // The frame's z is the world's x: 1 m along it, from where the frame is, less where the link is.
    [0, 0, 5].forEach((value, i) => {
      expect(bodies.a.position?.[i]).toBeCloseTo(value, 14);
    });
  });

  it("stands where the pose of its only model says, also with a frame of it there", () => {
    const inside = `<pose>1 2 3 0 0 1.5707963267948966</pose>${link("a", "")}<frame name="f"><pose>1 0 0 0 0 0</pose></frame>`;
    const place = (attributes: string, options = {}) =>
      readSdf(sdf(`<model name="m" ${attributes}>${inside}</model>`), { strict: true, ...options }).bodies.a.joint.position;
    expect(place("")).toEqual([1, 2, 3]);
    expect(place("", { position: [0, 0, 1] })).toEqual([1, 2, 4]);
    // The frame is 1 m along the model's x, the world's y.
    [1, 1, 3].forEach((value, i) => {
      expect(place('placement_frame="f"')?.[i]).toBeCloseTo(value, 14);
    });
    const part = new Map([["part", sdf(`<model name="p">${link("a", "<pose>0 0 2 0 0 0</pose>")}</model>`)]]);
    const included = "<include><uri>part</uri><pose>0 0 5 0 0 0</pose><placement_frame>a</placement_frame></include>";
    const two = sdf(`<world name="w">${included}<include><uri>part</uri><name>q</name></include></world>`);
    const { bodies } = readSdf(two, { files: part, strict: true });
    expect(bodies["p::a"].joint.position).toEqual([0, 0, 5]);
    expect(bodies["q::a"].joint.position).toEqual([0, 0, 2]);
    expect(() => readSdf(sdf(`<model name="m" placement_frame="z">${inside}</model>`))).toThrow(/"z" is not a link, joint, frame or model/);
    expect(() => readSdf(sdf(`<world name="w"><model name="m" placement_frame="z">${inside}</model><frame name="g"/></world>`))).toThrow(
      /z/,
    );
  });

  it("has one friction in all directions and none against turning: told where the file says otherwise", () => {
    const friction = (inside: string) => {
      const surface = `<surface><friction>${inside}</friction></surface>`;
      const ball = `<collision name="c"><geometry><sphere><radius>1</radius></sphere></geometry>${surface}</collision>`;
      return sdf(`<model name="m">${link("a", "", inertial(1) + ball)}</model>`);
    };
    const refused = (inside: string, words: RegExp) => {
      expect(() => readSdf(friction(inside), { strict: true })).toThrow(words);
    };
    refused("<ode><mu>0.5</mu><mu2>0.6</mu2></ode>", /friction is 0.5 in all directions, not 0.6 across/);
    refused("<ode><mu2>0.6</mu2></ode>", /friction is 1 in all directions, not 0.6 across/);
    refused("<ode><mu>0.6</mu></ode>", /friction is 0.6 in all directions, not 1 across/);
    refused("<torsional><patch_radius>0.1</patch_radius></torsional>", /friction against turning is left out/);
    expect(readSdf(friction("<ode><mu>0.5</mu><mu2>0.5</mu2></ode>"), { strict: true }).materials).toEqual({ a: { friction: 0.5 } });
  });
});
