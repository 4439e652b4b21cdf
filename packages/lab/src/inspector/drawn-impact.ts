/** What of an impact study can be drawn in space: its bodies, or those of the picture that a problem carries. */
import { massProperties, type Shape } from "carom/mechanics";
import { type BodiesStudy, type ImpactPicture, type ImpactStudy, isMovingBody, type StudyBody } from "carom/study";

type Triple = readonly [number, number, number];

export interface DrawnBody {
  readonly name: string;
  /** Placed by the shape's origin, or by the centre of mass where only the inertia is known. Absent: something flat that stands still. */
  readonly solid?: { readonly shape: Shape } | { readonly mass: number; readonly moments: Triple };
  readonly position: Triple;
  readonly orientation?: readonly [number, number, number, number];
  /** kg, where it is known. */
  readonly mass?: number;
}

export interface DrawnImpact {
  readonly contact: { readonly point: Triple; readonly normal: Triple; readonly tangent?: Triple };
  /** The first one of the contact, then the second. */
  readonly bodies: readonly DrawnBody[];
}

/** Undefined where the study knows no bodies. */
export function drawnImpact(study: ImpactStudy): DrawnImpact | undefined {
  if ("bodies" in study) return fromBodies(study);
  return study.picture === undefined ? undefined : fromPicture(study.picture);
}

function fromBodies({ bodies, contacts: [{ between, point, normal, tangent }] }: BodiesStudy): DrawnImpact {
  return {
    contact: { point, normal, ...(tangent === undefined ? {} : { tangent }) },
    bodies: between.map((name): DrawnBody => {
      const body = bodies[name];
      if (body === undefined || !isMovingBody(body)) return { name, position: point };
      const { position, orientation } = body;
      const mass = massOf(body);
      return {
        name,
        solid: body.shape === undefined ? { mass: body.mass ?? 1, moments: momentsOf(body) } : { shape: body.shape as Shape },
        position,
        ...(orientation === undefined ? {} : { orientation }),
        ...(mass === undefined ? {} : { mass }),
      };
    }),
  };
}

function fromPicture({ bodies, contacts: [first] }: ImpactPicture): DrawnImpact | undefined {
  if (first === undefined) return undefined;
  const { between, point, normal } = first;
  return {
    contact: { point, normal },
    bodies: between.map((name): DrawnBody => {
      const body = bodies[name];
      if (body === undefined) return { name, position: point };
      const { shape, position, orientation } = body;
      return { name, solid: { shape: shape as Shape }, position, ...(orientation === undefined ? {} : { orientation }) };
    }),
  };
}

function massOf(body: StudyBody): number | undefined {
  if (body.shape === undefined || body.mass !== undefined) return body.mass;
  return massProperties(body.shape as Shape, body.density === undefined ? {} : { density: body.density }).mass;
}

/** About the axes of the body. */
function momentsOf({ inertia }: StudyBody): Triple {
  if (inertia === undefined) return [1, 1, 1];
  const first = inertia[0];
  return typeof first === "number" ? (inertia as unknown as Triple) : [first[0], (inertia[1] as Triple)[1], (inertia[2] as Triple)[2]];
}
