/** The joint of a link: what it hangs on, where it starts and stops, its motor. */
import { withLimit } from "../text/joints.js";
import { withoutAt, withValueAt } from "../text/json-edit.js";
import type { Builder } from "../use-builder.js";
import { Field } from "./field.js";
import { NumberField } from "./number-field.js";
import type { PanelProps } from "./panel.js";

const DEGREE = Math.PI / 180;

export function JointFields({
  builder,
  name,
  onHang,
  onLetGo,
}: { readonly builder: Builder; readonly name: string } & Pick<PanelProps, "onHang" | "onLetGo">) {
  const { text, write, world } = builder;
  const body = world.study.bodies[name];
  if (body === undefined || !("joint" in body)) return null;
  const { type, parent = "world", start, limits, motor } = body.joint;
  const isTurning = type === "revolute";
  const [measure, unit, scale] = isTurning ? (["angle", "°", DEGREE] as const) : (["length", "m", 1] as const);
  const at = ["bodies", name, "joint"];
  const others = Object.keys(world.study.bodies).filter((other) => other !== name && !("plane" in world.study.bodies[other]));
  return (
    <>
      <Field name="Hangs on" note={type === "revolute" ? "it turns" : type === "prismatic" ? "it slides" : type}>
        <select aria-label="hangs on" value={parent} onChange={(event) => onHang(event.currentTarget.value)}>
          {["world", ...others].map((other) => (
            <option key={other}>{other}</option>
          ))}
        </select>
      </Field>
      {(isTurning || type === "prismatic") && (
        <>
          <Field name="Starts at">
            <NumberField
              label="start of the joint"
              value={typeof start?.position === "number" ? start.position : 0}
              measure={measure}
              unit={unit}
              shownIn={scale}
              onValue={(next) => write(withValueAt(text, [...at, "start", "position"], next))}
            />
            <NumberField
              label="speed of the joint"
              value={start?.speed ?? 0}
              measure={isTurning ? "spin" : "speed"}
              unit={isTurning ? "rad/s" : "m/s"}
              onValue={(next) => write(withValueAt(text, [...at, "start", "speed"], next))}
            />
          </Field>
          <Field name="Stops" note={limits === undefined ? "none: type an angle to put one there" : undefined}>
            {(["lower", "upper"] as const).map((side) => (
              <NumberField
                key={side}
                label={`${side} stop`}
                value={limits?.[side]}
                measure={measure}
                unit={unit}
                shownIn={scale}
                placeholder={side}
                onValue={(next) => write(withLimit(text, name, side, next))}
                onEmpty={() => write(withLimit(text, name, side, undefined))}
              />
            ))}
          </Field>
          <Field name="Motor">
            <NumberField
              label="effort of the motor"
              value={motor !== undefined && "effort" in motor ? motor.effort : undefined}
              measure="effort"
              unit={isTurning ? "N m" : "N"}
              placeholder="none"
              onValue={(next) => write(withValueAt(text, [...at, "motor"], { effort: next }))}
              onEmpty={() => write(withoutAt(text, [...at, "motor"]))}
            />
          </Field>
        </>
      )}
      <div className="panel-actions">
        <button type="button" className="button" onClick={onLetGo}>
          Take the hinge away
        </button>
      </div>
    </>
  );
}
