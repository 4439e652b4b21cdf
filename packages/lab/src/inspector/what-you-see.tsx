import { Equation } from "../ui/equation.js";

const SLIP_EQUATION = [
  String.raw`\frac{\mathrm{d}\boldsymbol\gamma}{\mathrm{d}p} =`,
  String.raw`\mathbf d - \mu\,\mathbf B\,\frac{\boldsymbol\gamma}{|\boldsymbol\gamma|}`,
].join(" ");

/** The one equation that drives the picture. */
export function WhatYouSee({ planar, springs }: { readonly planar: boolean; readonly springs: boolean }) {
  return (
    <section className="what-you-see">
      <h2>What you see</h2>
      {springs ? (
        <p>
          The contact gives along the surface: springs store tangential energy, so a contact that sticks still moves. Each point is a
          tangential velocity.
        </p>
      ) : planar ? (
        <p>
          Each point is a contact velocity: along the surface to the right, apart upwards. While the contact slips, friction pulls it
          towards the middle:
        </p>
      ) : (
        <p>Each point is a sliding velocity. While the contact slips, friction points against it and the coupling turns it:</p>
      )}
      {!springs && (
        <Equation
          tex={SLIP_EQUATION}
          words="The sliding velocity gamma changes with the normal impulse p as d minus mu B gamma over the length of gamma."
        />
      )}
    </section>
  );
}
