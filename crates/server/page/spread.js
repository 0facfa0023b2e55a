// Numbered spots that would lie on each other: each moves as little as needed to be seen and tapped, and a line leads to its true place.
// @ts-check

const ROUNDS = 500;
/** Small steps keep what is left of something to the left of it. */
const STEP = 0.1;

/** Where spots are drawn so that no two are nearer than `far`: the same spots always come to the same places.
 * @param {number[][]} places @param {number} far @returns {number[][]} */
export function spread(places, far) {
  const moved = places.map(([x, y]) => [x, y]);
  for (let round = 0, crowded = true; crowded && round < ROUNDS; round++) {
    crowded = false;
    for (let a = 0; a < moved.length; a++) {
      for (let b = a + 1; b < moved.length; b++) {
        const [dx, dy] = [moved[b][0] - moved[a][0], moved[b][1] - moved[a][1]];
        const apart = Math.hypot(dx, dy);
        if (apart >= far) continue;
        crowded = true;
        // Two at one place have no direction: their numbers give them one.
        const way = apart > 0.01 ? [dx / apart, dy / apart] : [Math.cos(a + b), Math.sin(a + b)];
        const by = (far - apart) * STEP + far * 0.001;
        moved[a] = [moved[a][0] - way[0] * by, moved[a][1] - way[1] * by];
        moved[b] = [moved[b][0] + way[0] * by, moved[b][1] + way[1] * by];
      }
    }
  }
  return moved;
}
