import { describe, expect, test } from "vitest";
import { aim, beyond, first, middleOf, turnedBy } from "../src/games/akropolis/aim";
import { sceneOf, stackAt } from "../src/games/akropolis/city_scene";
import { SCALE } from "../src/games/akropolis/hex_pictures";
import { centreOf, cityOf, laid, type Laid } from "../src/games/akropolis/hexes";
import type { Choice, Hex } from "../src/games/akropolis/types";

const HEXES: Hex[] = [
  [0, 0],
  [1, 0],
  [0, 1],
].map(([q, r]) => ({ q: q!, r: r!, kind: "house", level: 1, tile: 0 }));
const CITY = cityOf(HEXES);
const SCENE = sceneOf(HEXES, "top", 0, "light");
/** A legal way: the tile of slot 0 on (q, r), turned by k. */
const way = (q: number, r: number, k: number): Laid => {
  const choice: Choice = { text: `0:${q},${r}/${k}`, slot: 0, q, r, rotation: k };
  return laid(CITY, 0, q, r, k, choice);
};
/** Four ways of one turn around the city, and one of another turn. */
const [NORTH, SOUTH, EAST, WEST, TURNED] = [way(0, -1, 0), way(0, 4, 0), way(3, 0, 0), way(-3, 1, 0), way(3, 1, 1)];
const WAYS = [NORTH, SOUTH, EAST, WEST, TURNED];
const at = (one: Laid, dx = 0, dy = 0) => {
  const [x, y] = middleOf(SCENE, one);
  return aim(SCENE, "top", CITY, WAYS, 0, 0, x + dx * SCALE, y + dy * SCALE)?.text;
};

describe("aim", () => {
  test("means the legal way whose middle is nearest, within 1.4 hexes", () => {
    for (const one of [NORTH, SOUTH, EAST, WEST]) {
      expect(at(one)).toBe(one.text);
      expect(at(one, 0.6, -0.6)).toBe(one.text);
    }
  });
  test("means a way of the neighbouring turn only where it is quite near", () => {
    expect(aim(SCENE, "top", CITY, [TURNED], 0, 0, ...middleOf(SCENE, TURNED))?.text).toBe(TURNED.text);
    const [x, y] = middleOf(SCENE, TURNED);
    expect(aim(SCENE, "top", CITY, [TURNED], 0, 0, x + 1.2 * SCALE, y)?.text).not.toBe(TURNED.text);
  });
  test("else means the illegal way that lies under the pointer, in the turn of the tile in hand", () => {
    const [x, y] = SCENE.cam.at([...centreOf(0, 0), 0]);
    const meant = aim(SCENE, "top", CITY, [], 0, 2, x, y)!;
    expect(meant.choice).toBeUndefined();
    expect(meant.k).toBe(2);
    expect(meant.cells.map(String)).toContain("0,0");
  });
  test("means nothing far from every way", () => {
    expect(aim(SCENE, "top", CITY, WAYS, 0, 0, 40 * SCALE, 0)).toBeNull();
  });
});

describe("keys", () => {
  test("an arrow leads to the next way in its direction, in the same turn", () => {
    expect(beyond(SCENE, WAYS, NORTH, 0, 1)).toBe(SOUTH);
    expect(beyond(SCENE, WAYS, WEST, 1, 0)).toBe(NORTH); // nearer to the line of the arrow than EAST
    expect(beyond(SCENE, [WEST, EAST, TURNED], WEST, 1, 0)).toBe(EAST);
    expect(beyond(SCENE, WAYS, NORTH, 0, -1)).toBeNull();
  });
  test("turning leads to the next turn that can be laid about there", () => {
    const here = [way(3, 0, 0), way(3, -1, 2)]; // both have their middle at the same place
    expect(turnedBy(SCENE, here, here[0]!, 1)).toBe(here[1]);
    expect(turnedBy(SCENE, here, here[0]!, -1)).toBe(here[1]);
    expect(turnedBy(SCENE, [NORTH], NORTH, 1)).toBeNull();
  });
  test("keys begin at the way nearest to the middle of the city, in another turn if there is none", () => {
    expect(first(SCENE, WAYS, 0)).toBe(NORTH);
    expect(first(SCENE, [TURNED], 0)).toBe(TURNED);
    expect(first(SCENE, [], 0)).toBeNull();
  });
});

test("stackAt finds the stack at a point; at an angle a high stack hides what is behind it", () => {
  const [x, y] = SCENE.cam.at([...centreOf(1, 0), 0]);
  expect(stackAt(SCENE, "top", x, y)?.key).toBe("1,0");
  expect(stackAt(SCENE, "top", x + 3 * SCALE, y)).toBeNull();
  const tower: Hex[] = [
    { ...HEXES[0]!, level: 4 },
    { ...HEXES[0]!, r: -1 },
  ];
  const scene = sceneOf(tower, "isometric", 0, "light");
  const [bx, by] = scene.cam.at([...centreOf(0, -1), 0]);
  expect(stackAt(scene, "isometric", bx, by)?.key).toBe("0,0");
});
