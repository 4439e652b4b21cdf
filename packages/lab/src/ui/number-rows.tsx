/** Names and values beside a picture; a row without a value is left out. */
export function NumberRows({ rows }: { readonly rows: readonly (readonly [string, string | undefined])[] }) {
  return (
    <table className="number-rows">
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
