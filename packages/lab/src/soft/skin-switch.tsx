/** Which surface of the body is drawn: its skin, or the mesh that carries it. */
interface SkinSwitchProps {
  readonly mesh: boolean;
  readonly onMesh: (mesh: boolean) => void;
}

export function SkinSwitch({ mesh, onMesh }: SkinSwitchProps) {
  return (
    <fieldset className="shown">
      <legend className="visually-hidden">Drawn surface</legend>
      {([false, true] as const).map((each) => (
        <button key={String(each)} type="button" className="bar-button" aria-pressed={mesh === each} onClick={() => onMesh(each)}>
          {each ? "mesh" : "skin"}
        </button>
      ))}
    </fieldset>
  );
}
