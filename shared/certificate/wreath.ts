const leafCount = 9;
const radius = 40;

/** One branch: leaves in pairs along an arc from the foot to the tip, smaller towards the tip. */
const leaves = Array.from({ length: leafCount }, (_, at) => {
  const share = at / (leafCount - 1);
  const angle = Math.PI / 2 + share * Math.PI * 0.8;
  return {
    x: Number((radius * Math.cos(angle)).toFixed(2)),
    y: Number((radius * Math.sin(angle)).toFixed(2)),
    along: Number(((angle * 180) / Math.PI + 90).toFixed(1)),
    size: Number((1 - 0.35 * share).toFixed(3)),
  };
});
const tip = leaves.at(-1)!;

/** A wreath of laurel, drawn around the middle of `viewBox`: SVG's own words, for React and for plain HTML alike. */
export const wreath = {
  viewBox: "-56 -56 112 112",
  /** The branch on the left; the one on the right is its mirror image. */
  stem: `M0 ${radius}A${radius} ${radius} 0 0 1 ${tip.x} ${tip.y}`,
  leaf: "M0 0c3.2-2.6 9-3 13 0-4 3-9.800 2.600-13 0Z",
  /** Where the branch's leaves are: a transform for each. */
  leaves: leaves.flatMap(({ x, y, along, size }) =>
    [-38, 38].map((turn) => `translate(${x} ${y})scale(${size})rotate(${Number((along + turn).toFixed(1))})`),
  ),
  mirror: "scale(-1 1)",
  /** The leaf mark that stands in the middle, where nothing else does. */
  mark: {
    transform: "translate(-20 -22)scale(1.25)",
    stem: "M16 27V11",
    leaves:
      "M16 22c-6 0-8.500-3.500-8.500-8.500 5.500 0 8.500 3 8.500 8.500ZM16 22c6 0 8.500-3.500 8.500-8.500-5.500 0-8.500 3-8.500 8.500Z",
    tip: "M16 14c-3.200-2.400-3.200-6.200 0-9.500 3.200 3.300 3.200 7.100 0 9.500Z",
  },
} as const;
