/**
 * The names that URDF has, with what Bullet, Gazebo and older versions add.
 *
 * Efforts and speeds of limits are those of motors, which no URDF has; calibrations, transmissions and sensors have no part in the motion.
 *
 * Source: the URDF/XML specification (wiki.ros.org/urdf/XML), urdfdom's schema, Bullet's and Gazebo's lists of extensions.
 */
import type { Told, Vocabulary } from "./vocabulary.js";

const NO_WEIGHT: Told = ["false 0", "Gazebo would carry its weight: here it has it"];
const OWN_LAW: Told = ["0", "it is left out: damping and friction are taken where they are given"];
const OLD: Told = ["0", "it is left out: <dynamics> says it since URDF 1.0"];

/** Of `<robot>` and of all that stands in it. */
export const URDF_WORDS: Vocabulary = {
  robot: {
    attributes: "name version",
    children:
      "link joint material=open transmission=open gazebo sensor=open verbose=open visual=open ros2_control=open mujoco=open " +
      "group_state=open",
  },
  link: {
    attributes: "name type",
    children:
      "inertial visual=shape collision=shape contact material=open sensor=open audio_source=open self_filter=open collision_checking=open",
  },
  inertial: { children: "origin mass inertia" },
  mass: { attributes: "value" },
  inertia: { attributes: "ixx ixy ixz iyy iyz izz" },
  origin: { attributes: "xyz rpy quat_xyzw" },
  shape: { attributes: "name concave", children: "origin geometry material=open verbose=open contact_coefficients=open" },
  geometry: { attributes: "name", children: "box sphere cylinder capsule mesh plane" },
  box: { attributes: "size" },
  sphere: { attributes: "radius" },
  cylinder: { attributes: "radius length" },
  capsule: { attributes: "radius length" },
  mesh: { attributes: "filename scale" },
  plane: { attributes: "normal" },
  contact: {
    attributes: "name",
    children:
      "lateral_friction=value restitution=value inertia_scaling=open contact_cfm=open contact_erp=open friction_anchor=open " +
      "contact_processing_threshold=open",
    told: {
      rolling_friction: ["0", "rolling resistance is left out"],
      spinning_friction: ["0", "friction against spinning is left out"],
      stiffness: [undefined, "contacts are rigid here: their stiffness is left out"],
      damping: [undefined, "contacts are rigid here: their damping is left out"],
    },
  },
  value: { attributes: "value" },
  joint: {
    attributes: "name type dont_collapse",
    children:
      "origin parent=end child=end axis calibration=open dynamics limit mimic safety_controller=open " +
      "hardwareInterface=open joint_properties",
  },
  end: { attributes: "link" },
  axis: { attributes: "xyz" },
  dynamics: { attributes: "damping friction", told: { D: OWN_LAW, K: OWN_LAW, mu_coulomb: OWN_LAW, mu_viscous: OWN_LAW } },
  joint_properties: { told: { damping: OLD, friction: OLD } },
  limit: { attributes: "lower upper effort velocity acceleration deceleration jerk command_effort current gear_velocity" },
  mimic: { attributes: "joint multiplier offset" },
  gazebo: {
    open: true,
    told: {
      turnGravityOff: NO_WEIGHT,
      gravity: ["true 1", NO_WEIGHT[1]],
      kinematic: ["false 0", "Gazebo would not let forces move it: here they do"],
      static: ["false 0", "Gazebo would let it stand: without --free its root stands here"],
      springStiffness: ["0", "Gazebo would give the joint a spring: here it has none"],
      dampingFactor: ["0", "Gazebo would slow it down: here nothing does"],
    },
  },
};
