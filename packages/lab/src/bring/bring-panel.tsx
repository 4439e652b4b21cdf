/** What was read of a file, in words, and where to put it; kept as one step, or taken back. */
import { significant } from "@carom/figures/geometry";
import { Field } from "../build/ui/field.js";
import { NumberField } from "../build/ui/number-field.js";
import { OpenFiles } from "../ui/open-files.js";
import type { Difference, MeasuredMotion } from "./measured.js";
import { MESH_UNITS, type MeshUnit } from "./units.js";
import type { Bring, Brought } from "./use-bring.js";
import "./bring.css";

/** All that files have brought. */
export function BroughtParts({ bring, differences }: { readonly bring: Bring; readonly differences: readonly Difference[] }) {
  return (
    <>
      {bring.message !== undefined && (
        <div className="bring-panel">
          <p className="view-error" role="alert">
            {bring.message}
          </p>
          <button type="button" className="text-button" onClick={bring.dismiss}>
            Close
          </button>
        </div>
      )}
      {bring.brought !== undefined && <BringPanel bring={bring} brought={bring.brought} />}
      {bring.measured !== undefined && <MeasuredPanel measured={bring.measured} differences={differences} onForget={bring.forget} />}
    </>
  );
}

/** The button for files, and what is being read. */
export function FilesPlace({ bring }: { readonly bring: Bring }) {
  return (
    <>
      <div className="build-files">
        <OpenFiles
          words="Bring"
          label="Open a robot (URDF with its meshes), a mesh (STL, OBJ) or a measured motion (CSV, C3D, NPY)"
          accept=".urdf,.xml,.stl,.obj,.ply,.dae,.csv,.c3d,.npy"
          onFiles={(files) => void bring.take(files)}
        />
      </div>
      {bring.busy !== undefined && (
        <div className="bring-busy" role="status">
          reading {bring.busy}
          <button type="button" className="text-button" onClick={bring.cancel}>
            Cancel
          </button>
        </div>
      )}
    </>
  );
}

function BringPanel({ bring, brought }: { readonly bring: Bring; readonly brought: Brought }) {
  const { read } = brought;
  return (
    <section className="bring-panel" aria-label="What was brought">
      <header className="panel-head">
        <b>{brought.kind === "robot" ? brought.file : brought.file.name}</b>
        <span>{brought.kind === "robot" ? "a robot" : "a mesh"}</span>
      </header>
      {read !== undefined && <Account lines={read.account} />}
      {brought.kind === "robot" ? <RobotFields bring={bring} brought={brought} /> : <MeshFields bring={bring} brought={brought} />}
      {read !== undefined && (
        <div className="panel-actions">
          <button type="button" className="button solid" onClick={bring.keep}>
            Keep it
          </button>
          <button type="button" className="button" onClick={bring.takeBack}>
            Take it back
          </button>
        </div>
      )}
    </section>
  );
}

/** Lines of the account with their line numbers apart. */
function Account({ lines }: { readonly lines: readonly string[] }) {
  const [first, ...rest] = lines;
  return (
    <>
      <p className="bring-words">{first}</p>
      {rest.length > 0 && (
        <details className="bring-account" open={rest.length <= 4}>
          <summary>
            {rest.length} {rest.length === 1 ? "thing" : "things"} to know
          </summary>
          <ul>
            {rest.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function RobotFields({
  bring,
  brought: { place, read },
}: {
  readonly bring: Bring;
  readonly brought: Extract<Brought, { kind: "robot" }>;
}) {
  const { base, at } = place;
  return (
    <>
      {read !== undefined && (
        <>
          <h2 className="bring-title">Place it</h2>
          <Field name="Base">
            <fieldset className="switch" aria-label="Base">
              {(["fixed", "free"] as const).map((value) => (
                <label key={value}>
                  <input type="radio" name="base" checked={base === value} onChange={() => bring.placeRobot({ base: value, at })} />
                  <span>{value === "fixed" ? "stands" : "is free"}</span>
                </label>
              ))}
            </fieldset>
          </Field>
          <Field name="At" unit="m">
            {at.slice(0, base === "fixed" ? 3 : 2).map((value, i) => (
              <NumberField
                key={i}
                label={`base ${"xyz"[i]}`}
                value={value}
                measure="length"
                onValue={(next) => bring.placeRobot({ base, at: at.map((old, k) => (k === i ? next : old)) as unknown as typeof at })}
              />
            ))}
          </Field>
        </>
      )}
      <div className="bring-drop">
        <p>
          <b>Meshes</b> of a robot go here, all at once: STL, OBJ, PLY, DAE.
        </p>
        <OpenFiles
          words="Bring meshes"
          label="Open meshes of the robot"
          accept=".stl,.obj,.ply,.dae"
          onFiles={(files) => void bring.take(files)}
        />
      </div>
    </>
  );
}

function MeshFields({ bring, brought: { unit, read } }: { readonly bring: Bring; readonly brought: Extract<Brought, { kind: "mesh" }> }) {
  return (
    <Field name="Unit" note={`${read.size.map((side) => significant(1000 * side, 3)).join(" × ")} mm`}>
      <fieldset className="switch" aria-label="Unit of the mesh">
        {(Object.keys(MESH_UNITS) as MeshUnit[]).map((value) => (
          <label key={value}>
            <input type="radio" name="mesh-unit" checked={unit === value} onChange={() => bring.meshUnit(value)} />
            <span>{value}</span>
          </label>
        ))}
      </fieldset>
    </Field>
  );
}

interface MeasuredPanelProps {
  readonly measured: MeasuredMotion;
  readonly differences: readonly Difference[];
  readonly onForget: () => void;
}

/** A measured motion and how far the computed one is from it. */
function MeasuredPanel({ measured: { name, account }, differences, onForget }: MeasuredPanelProps) {
  return (
    <section className="bring-panel measured-panel" aria-label="A measured motion">
      <header className="panel-head">
        <b>{name}</b>
        <span>measured</span>
      </header>
      {account.map((line) => (
        <p key={line} className="bring-words">
          {line}
        </p>
      ))}
      {differences.map(({ body, mean, most, at }) => (
        <p key={body} className="bring-words" data-difference={mean}>
          <b>{body}</b> is {significant(1000 * mean, 3)} mm away (root mean square), at most {significant(1000 * most, 3)} mm, at{" "}
          {significant(at, 3)} s.
        </p>
      ))}
      <div className="panel-actions">
        <button type="button" className="button" onClick={onForget}>
          Take it away
        </button>
      </div>
    </section>
  );
}
