/**
 * The names that SDF has, versions 1.4 to 1.12. What is drawn, measured, or says how a program computes is known and passed over, also how
 * contacts and stops yield: here both are rigid.
 *
 * Source: SDFormat specification (sdformat.org/spec).
 */
import type { Told, Vocabulary } from "../urdf/vocabulary.js";

const NO_WIND: Told = ["0 false", "there is no wind here"];
const NOT_MOVED: Told = [undefined, "it is left out: it is moved by a script"];
const DECAY = "it is left out: nothing slows the link down here";
const TURNING = "friction against turning is left out: there is none but against sliding";
const MERGED: Told = ["false 0", "its links keep the name of their model before their own"];

const FRICTION: Vocabulary = {
  surface: { children: "bounce friction contact", told: { soft_contact: [undefined, "nothing is soft here: it is left out"] } },
  bounce: { children: "restitution_coefficient=leaf threshold=leaf" },
  friction: { children: "ode bullet dart=open torsional" },
  torsional: {
    children: "coefficient=leaf use_patch_radius=leaf ode=open",
    told: { patch_radius: ["0", TURNING], surface_radius: ["0", TURNING] },
  },
  ode: {
    children: "mu=leaf mu2=leaf fdir1=leafIn",
    told: { slip1: ["0", "what slips by force is left out"], slip2: ["0", "what slips by force is left out"] },
  },
  bullet: { children: "friction=leaf friction2=leaf fdir1=leaf", told: { rolling_friction: ["0", "rolling resistance is left out"] } },
  contact: {
    children: "ode=open bullet=open poissons_ratio=leaf elastic_modulus=leaf collide_bitmask=leaf category_bitmask=leaf",
    told: {
      collide_without_contact: ["false 0", "it touches like others"],
      collide_without_contact_bitmask: ["1", "it touches like others"],
    },
  },
};

const SHAPES: Vocabulary = {
  collision: {
    attributes: "name",
    children: "laser_retro=leaf max_contacts=leaf pose geometry surface density=leaf auto_inertia_params=open",
  },
  geometry: { children: "empty=open box sphere cylinder capsule ellipsoid cone plane mesh heightmap=open polyline=open image=open" },
  box: { children: "size=leaf" },
  sphere: { children: "radius=leaf" },
  cylinder: { children: "radius=leaf length=leaf" },
  capsule: { children: "radius=leaf length=leaf" },
  ellipsoid: { children: "radii=leaf" },
  cone: { children: "radius=leaf length=leaf" },
  plane: { children: "normal=leaf size=leaf" },
  mesh: {
    children: "uri=leaf scale=leaf submesh=open convex_decomposition=open",
    attributes: "optimization",
  },
};

const LINKS: Vocabulary = {
  link: {
    attributes: "name",
    children:
      "pose inertial collision visual=open sensor=open projector=open audio_sink=open audio_source=open battery=open light=open " +
      "particle_emitter=open self_collide=leaf gravity=leaf must_be_base_link=leaf velocity_decay plugin=open frame=open",
    told: {
      kinematic: ["false 0", "forces move it here all the same"],
      enable_wind: NO_WIND,
    },
  },
  velocity_decay: { told: { linear: ["0", DECAY], angular: ["0", DECAY] } },
  inertial: {
    attributes: "auto",
    children: "pose mass=leaf inertia density=leaf auto_inertia_params=open frame=open",
    told: { fluid_added_mass: [undefined, "there is no fluid here: it is left out"] },
  },
  inertia: { children: "ixx=leaf ixy=leaf ixz=leaf iyy=leaf iyz=leaf izz=leaf" },
  joint: {
    attributes: "name type",
    children:
      "parent=end child=end pose axis axis2=axis thread_pitch=leaf screw_thread_pitch=leaf physics=open sensor=open plugin=open frame=open",
    told: {
      gearbox_ratio: [undefined, "it is left out"],
      gearbox_reference_body: [undefined, "it is left out"],
    },
  },
  end: { attributes: "link_name" },
  axis: {
    children: "xyz use_parent_model_frame=leaf dynamics limit mimic",
    told: { initial_position: ["0", "joints begin at 0, or at the limit nearest to it"] },
  },
  xyz: { attributes: "expressed_in" },
  dynamics: { children: "damping=leaf friction=leaf spring_reference=leaf spring_stiffness=leaf" },
  limit: { children: "lower=leaf upper=leaf effort=leaf velocity=leaf stiffness=leaf dissipation=leaf" },
  mimic: { attributes: "joint axis", children: "multiplier=leaf offset=leaf reference=leaf" },
};

/** Of `<sdf>` and of all that stands in it. */
export const SDF_WORDS: Vocabulary = {
  sdf: { attributes: "version", children: "world model light=open include", told: { actor: NOT_MOVED } },
  world: {
    attributes: "name",
    children:
      "gravity=leaf model include joint frame plugin=open light=open physics=open scene=open gui=open state=open atmosphere=open " +
      "magnetic_field=leaf spherical_coordinates=open audio=open road=open wind",
    told: { actor: NOT_MOVED, population: [undefined, "its models are left out"] },
  },
  wind: { told: { linear_velocity: ["0", "there is no wind here"] } },
  include: {
    children: "uri=leaf name=leaf pose static=leaf placement_frame=leaf plugin=open",
    told: { merge: MERGED },
  },
  model: {
    attributes: "name canonical_link placement_frame",
    children: "static=leaf self_collide=leaf allow_auto_disable=leaf pose frame link joint model include plugin=open gripper=open",
    told: { enable_wind: NO_WIND },
  },
  frame: { attributes: "name attached_to", children: "pose" },
  pose: {
    attributes: "relative_to rotation_format degrees",
    told: { frame: ["", "it is passed over: the pose is taken in what is around it; since 1.7 relative_to says it"] },
  },
  ...SHAPES,
  ...LINKS,
  ...FRICTION,
  leafIn: { attributes: "expressed_in frame" },
};
