/**
 * The names that MJCF has, as of MuJoCo 3.5, with those of older versions that files still have.
 *
 * How contacts and stops yield (solref, solimp, margin, gap, priority, solmix) is known and passed over: here both are rigid.
 *
 * Source: MuJoCo documentation, XML reference.
 */
import type { ElementWords, Told, Vocabulary } from "../urdf/vocabulary.js";

const TURN = "quat axisangle xyaxes zaxis euler";
const INSIDE =
  "body frame joint freejoint geom inertial site=open camera=open light=open include=open " +
  "replicate=open attach=open composite=open flexcomp=open";
const ACTUATED =
  "name class group nsample interp delay ctrlrange user ctrllimited forcelimited actlimited forcerange actrange lengthrange gear " +
  "cranklength joint jointinparent tendon slidersite cranksite site refsite body actdim input inheritrange";
const OWN: Told = ["0", "it is left out: actuators have neither rotors nor dampers of their own here"];
const actuator = (attributes: string, told: ElementWords["told"] = {}): ElementWords => ({
  attributes: `${ACTUATED} ${attributes}`,
  told: { damping: OWN, armature: OWN, ...told },
});
const EQUAL = "name class active solref solimp";
const switchedOff = (what: string): Told => ["enable", `${what} are left in: only gravity and contacts can be switched off`];

const ACTUATORS: Vocabulary = {
  actuator: {
    children:
      "general motor position velocity intvelocity=open orientation=open pid=open damper=open cylinder=open muscle=open adhesion=open " +
      "dcmotor=open plugin=open include=open",
  },
  general: actuator("velrange ffrange dyntype gaintype biastype dynprm gainprm biasprm actearly"),
  motor: actuator(""),
  position: actuator("kp kv dampratio", {
    timeconst: ["0", "its filter is left out"],
  }),
  velocity: actuator("kv"),
};

const OPTIONS: Vocabulary = {
  compiler: {
    attributes:
      "autolimits boundmass boundinertia settotalmass balanceinertia strippath coordinate angle fitaabb eulerseq meshdir texturedir " +
      "discardvisual usethread fusestatic inertiafromgeom inertiagrouprange saveinertial assetdir alignfree conflict " +
      "convexhull exactmeshinertia",
    children: "lengthrange=open",
  },
  option: {
    attributes:
      "timestep apirate impratio tolerance ls_tolerance noslip_tolerance ccd_tolerance sleep_tolerance mpr_tolerance gravity magnetic " +
      "o_margin o_solref o_solimp o_friction integrator cone jacobian solver iterations ls_iterations noslip_iterations ccd_iterations " +
      "mpr_iterations sdf_iterations sdf_initpoints",
    children: "flag",
    told: {
      wind: ["0", "it is left out: nothing flows around bodies here"],
      density: ["0", "it is left out: nothing flows around bodies here"],
      viscosity: ["0", "it is left out: nothing flows around bodies here"],
      actuatorgroupdisable: ["", "these groups of actuators are read all the same"],
      collision: ["all dynamic", "shapes touch all the same, not in the pairs of <contact> alone"],
    },
  },
  flag: {
    attributes:
      "gravity contact clampctrl warmstart refsafe sensor midphase eulerdamp autoreset nativeccd island multiccd energy " +
      "fwdinv invdiscrete sleep diagexact",
    told: {
      constraint: switchedOff("contacts, stops and equalities"),
      equality: switchedOff("equalities"),
      frictionloss: switchedOff("frictions of joints"),
      limit: switchedOff("stops"),
      passive: switchedOff("springs and dampers"),
      spring: switchedOff("springs"),
      damper: switchedOff("dampers"),
      actuation: switchedOff("actuators"),
      filterparent: ["enable", "parents and children keep from touching all the same"],
      override: ["disable", "friction is that of each shape, not one for all"],
    },
  },
};

const PLUGIN = { plugin: [undefined, "what plugins do is left out"] } as const;
const TURNING: Told = ["1 3", "friction against turning and rolling is left out: there is none but against sliding"];
const STICKS: Told = ["0", "nothing sticks here"];

const BODIES: Vocabulary = {
  worldbody: { attributes: "name childclass", children: INSIDE, told: PLUGIN },
  body: {
    attributes: `name childclass pos ${TURN} gravcomp sleep simple user`,
    children: INSIDE,
    told: { ...PLUGIN, mocap: ["false", "a program moves it in MuJoCo: here it stands where it is drawn"] },
  },
  frame: { attributes: `name childclass pos ${TURN}`, children: INSIDE, told: PLUGIN },
  inertial: { attributes: `pos ${TURN} mass diaginertia fullinertia` },
  joint: {
    attributes:
      "name class type group pos axis limited actuatorfrclimited solreflimit solimplimit solreffriction solimpfriction stiffness range " +
      "actuatorfrcrange actuatorgravcomp margin ref springref springdamper armature damping frictionloss user",
  },
  freejoint: { attributes: "name group align" },
  geom: {
    attributes:
      `name class type contype conaffinity group priority size material friction mass density solmix solref solimp margin gap ` +
      `fromto pos ${TURN} hfield mesh fitscale shellinertia rgba fluidshape fluidcoef user`,
    children: "plugin=open",
    told: {
      condim: TURNING,
      surfacevel: ["0", "its surface does not run here"],
      adhesion: STICKS,
    },
  },
};

const CONSTRAINTS: Vocabulary = {
  contact: { children: "pair exclude include=open" },
  pair: {
    attributes: "name class geom1 geom2 friction solref solreffriction solimp gap margin",
    told: { condim: TURNING, adhesion: STICKS },
  },
  exclude: { attributes: "name body1 body2" },
  equality: {
    children: "connect weld joint=equalityJoint tendon=open flex=open flexvert=open flexstrain=open distance=open include=open",
  },
  connect: { attributes: `${EQUAL} body1 body2 anchor site1 site2` },
  weld: { attributes: `${EQUAL} body1 body2 relpose anchor site1 site2 torquescale` },
  equalityJoint: { attributes: `${EQUAL} joint1 joint2 polycoef` },
};

/** Of `<mujoco>` and of all that stands in it. */
export const MJCF_WORDS: Vocabulary = {
  mujoco: {
    attributes: "model",
    children:
      "compiler option size=open statistic=open visual=open default extension=open asset worldbody deformable=open contact tendon=open " +
      "equality actuator sensor=open custom=open keyframe=open include=open",
  },
  default: {
    attributes: "class",
    children:
      "default mesh material=open joint geom site=open camera=open light=open pair equality=equalityDefault tendon=open general motor " +
      "position velocity intvelocity=open orientation=open pid=open damper=open cylinder=open muscle=open adhesion=open dcmotor=open " +
      "include=open",
  },
  equalityDefault: { attributes: "active solref solimp" },
  asset: { children: "mesh hfield=open skin=open texture=open material=open model=open include=open" },
  mesh: {
    attributes:
      "name class content_type file vertex normal texcoord face refpos refquat scale smoothnormal maxhullvert inertia " +
      "builtin params material",
    children: "plugin=open",
  },
  ...OPTIONS,
  ...BODIES,
  ...CONSTRAINTS,
  ...ACTUATORS,
};
