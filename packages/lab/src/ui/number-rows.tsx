/** Names and values beside a picture; a row without a value is left out. */
export interface NumberRowsProps {
  readonly rows: readonly (readonly [string, string | undefined])[];
  /** With lines between the rows. Default: without. */
  readonly ruled?: boolean;
}

export function NumberRows({ rows, ruled = false }: NumberRowsProps) {
  return (
    <table className={ruled ? "numbers" : "number-rows"}>
      <tbody>
        {rows.map(
          ([name, value]) =>
            value !== undefined && (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{value}</td>
              </tr>
            ),
        )}
      </tbody>
    </table>
  );
}
