import { expect, it } from "vitest";
import { csvText, shownHeading } from "./table.js";

it("writes units into the headings, all digits into the rows, and quotes what would be taken for two cells", () => {
  const columns = [
    { name: "contact" },
    { name: "normal impulse", unit: "N s" },
    { of: "big ball", name: "vx", unit: "m/s" },
    { name: "energy", unit: "J" },
  ];
  const rows = [
    ["left, right", 0.1, 1 / 3, 2e-7],
    ['the "other"', "", -0, 1],
  ];
  expect(csvText({ columns, rows })).toBe(
    'contact,normal_impulse_Ns,big ball_vx_m_per_s,energy_J\n"left, right",0.1,0.3333333333333333,2e-7\n"the ""other""",,0,1\n',
  );
  expect(columns.map(shownHeading)).toEqual(["contact", "normal impulse, N s", "big ball vx, m/s", "energy, J"]);
});
