import { describe, expect, it } from "vitest";
import { readMjcf } from "../mjcf/mjcf.js";
import { readSdf } from "../sdf/sdf.js";
import { readUrdf } from "./urdf.js";

const INERTIAL = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>';
const urdf = (link: string, besides = "") => `<robot name="r"><link name="a">${INERTIAL}${link}</link>${besides}</robot>`;
const BALL = '<freejoint/><geom size="0.1"/>';
const mjcf = (body: string, head = "") => `<mujoco>${head}<worldbody>${body}</worldbody></mujoco>`;
const WEIGHT = "<inertial><mass>1</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial>";
const sdf = (link: string, model = "", world = "") =>
  `<sdf version="1.9"><world name="w">${world}<model name="m">${model}<link name="a">${WEIGHT}${link}</link></model></world></sdf>`;

const FORMATS = {
  urdf: (text: string, strict = false) => readUrdf(text, { base: "free", strict }),
  mjcf: (text: string, strict = false) => readMjcf(text, { strict }),
  sdf: (text: string, strict = false) => readSdf(text, { strict }),
};
type Format = keyof typeof FORMATS;

describe("names of a file", () => {
  const collision = (origin: string) => urdf(`<collision>${origin}<geometry><sphere radius="0.1"/></geometry></collision>`);
  it.each<[Format, string, string]>([
    [
      "urdf",
      collision('<orgin xyz="0 0 1"/>'),
      "link a/collision/orgin: <orgin> is not known here and is passed over; did you mean origin?",
    ],
    [
      "urdf",
      collision('<origin xzy="0 0 1"/>'),
      "link a/collision/origin@xzy: xzy is not known here and is passed over; did you mean xyz?",
    ],
    ["urdf", urdf("", '<lnik name="b"/>'), "lnik b: <lnik> is not known here and is passed over; did you mean link?"],
    ["urdf", urdf("", '<gazebo reference="a"><turnGravityOff>true</turnGravityOff></gazebo>'), "Gazebo would carry its weight"],
    ["urdf", urdf('<contact><rolling_friction value="0.1"/></contact>'), "rolling resistance is left out"],
    [
      "mjcf",
      mjcf(`<body name="a" poss="0 0 1">${BALL}</body>`),
      "body a@poss: poss is not known here and is passed over; did you mean pos?",
    ],
    [
      "mjcf",
      mjcf(`<body name="a">${BALL}<goem size="1"/></body>`),
      "body a/goem: <goem> is not known here and is passed over; did you mean geom?",
    ],
    ["mjcf", mjcf(`<body name="a">${BALL}</body>`, '<default><geom densty="1"/></default>'), "did you mean density?"],
    ["mjcf", mjcf(`<body name="a">${BALL}</body>`, '<option viscosity="1"/>'), "nothing flows around bodies here"],
    ["mjcf", mjcf(`<body name="a">${BALL}</body>`, '<option><flag filterparent="disable"/></option>'), "keep from touching all the same"],
    ["mjcf", mjcf(`<body name="a">${BALL}</body>`, '<option><flag limit="disable"/></option>'), "stops are left in"],
    [
      "mjcf",
      mjcf(`<body name="a" mocap="true"><geom size="0.1"/></body><body name="b">${BALL}</body>`),
      "here it stands where it is drawn",
    ],
    [
      "mjcf",
      mjcf('<body name="a"><freejoint/><geom type="ellipsoid" size="1 1 1" shellinertia="true"/></body>'),
      "its mass is taken to fill it",
    ],
    ["mjcf", mjcf(`<body name="a">${BALL}</body>`, "<compilr/>"), "<compilr> is not known here and is passed over; did you mean compiler?"],
    ["sdf", sdf("<posee>0 0 1 0 0 0</posee>"), "link a/posee: <posee> is not known here and is passed over; did you mean pose?"],
    ["sdf", sdf("<kinematic>true</kinematic>"), "forces move it here all the same"],
    ["sdf", sdf("<velocity_decay><linear>0.1</linear></velocity_decay>"), "nothing slows the link down here"],
    ["sdf", sdf("", "<lnik/>"), "<lnik> is not known here and is passed over; did you mean link?"],
    ["sdf", sdf("", "", '<actor name="b"/>'), "it is moved by a script"],
    [
      "sdf",
      sdf("<collision name='c'><surface><friction><ode><mu>1</mu><mu2>0.5</mu2></ode></friction></surface></collision>"),
      "not 0.5 across",
    ],
  ])("%s: %s", (format, text, sentence) => {
    const { account } = FORMATS[format](text);
    expect(account.filter((line) => line.includes(sentence))).toEqual([expect.stringMatching(/^line 1, /)]);
    expect(() => FORMATS[format](text, true)).toThrow(sentence);
  });

  it.each<[Format, string]>([
    [
      "urdf",
      urdf(
        "",
        '<gazebo reference="a"><turnGravityOff>false</turnGravityOff><anything/></gazebo><transmission name="t"><x y="1"/></transmission>',
      ),
    ],
    [
      "urdf",
      urdf('<visual name="v"><geometry><sphere radius="1"/></geometry><material name="m"><color rgba="1 1 1 1"/></material></visual>'),
    ],
    ["mjcf", mjcf(`<body name="a" mocap="false">${BALL}</body>`, '<option wind="0 0 0" timestep="0.01"><flag contact="enable"/></option>')],
    ["mjcf", mjcf(`<light poss="1"/><body name="a">${BALL}</body>`, "<visual><any/></visual><sensor><any/></sensor>")],
    [
      "sdf",
      sdf(
        "<kinematic>0</kinematic><velocity_decay><linear>0</linear><angular>0.0</angular></velocity_decay><visual name='v'><any/></visual>",
      ),
    ],
  ])("%s: says nothing of %s", (format, text) => {
    expect(FORMATS[format](text, true).account.filter((line) => /^line/.test(line) && !/collision shape/.test(line))).toEqual([]);
  });

  it("are told once, with the lines, and names with a prefix are extensions", () => {
    const links = [2, 3, 4, 5, 6, 7, 8].map((k) => `<link name="l${k}" colour="red"/>`).join("\n");
    const joints = [2, 3, 4, 5, 6, 7, 8].map((k) => `<joint name="j${k}" type="fixed"><parent link="a"/><child link="l${k}"/></joint>`);
    const text = urdf("", `\n${links}${joints.join("")}<drake:joint/>`);
    const { account } = readUrdf(text, { base: "free" });
    expect(account.filter((line) => line.includes("colour"))).toEqual([
      "line 2, link l2@colour: colour is not known here and is passed over (also in lines 3, 4, 5, 6 and 2 more)",
    ]);
    expect(account).toContain("line 8, drake:joint: the extension drake: is passed over");
    expect(() => readUrdf(urdf("", "<drake:joint/>"), { base: "free", strict: true })).not.toThrow();
  });

  it("of another format are not told without end", () => {
    const many = Array.from({ length: 500 }, (_, k) => `<x${k}/>`).join("");
    const { account } = readUrdf(urdf("", many), { base: "free" });
    expect(account.filter((line) => line.includes("not known"))).toHaveLength(101);
    expect(account.join("\n")).toContain("this and 399 more names are not known here");
  });
});
