const leaves = 9;
const radius = 40;

/** One branch: leaves in pairs along an arc from the foot to the tip, smaller towards the tip. */
const branch = Array.from({ length: leaves }, (_, at) => {
  const share = at / (leaves - 1);
  const angle = Math.PI / 2 + share * Math.PI * 0.8;
  const x = radius * Math.cos(angle);
  const y = radius * Math.sin(angle);
  const along = (angle * 180) / Math.PI + 90;
  const size = 1 - 0.35 * share;
  return { at, x, y, along, size };
});

const leaf = "M0 0c3.200-2.600 9-3 13 0-4 3-9.800 2.600-13 0Z";

function Branch() {
  return (
    <g>
      <path
        className="wreath-stem"
        d={`M0 ${radius}A${radius} ${radius} 0 0 1 ${branch.at(-1)?.x} ${branch.at(-1)?.y}`}
      />
      {branch.map(({ at, x, y, along, size }) => (
        <g key={at} transform={`translate(${x} ${y}) scale(${size})`}>
          <path className="wreath-leaf" d={leaf} transform={`rotate(${along - 38})`} />
          <path className="wreath-leaf" d={leaf} transform={`rotate(${along + 38})`} />
        </g>
      ))}
    </g>
  );
}

/** A wreath of laurel around the leaf mark, all drawn, so that it prints sharp at any size. */
export function LaurelWreath() {
  return (
    <svg className="wreath" viewBox="-56 -56 112 112" aria-hidden="true" focusable="false">
      <Branch />
      <g transform="scale(-1 1)">
        <Branch />
      </g>
      <g transform="translate(-20 -22) scale(1.250)">
        <path className="wreath-stem" d="M16 27V11" />
        <path
          className="wreath-leaf"
          d="M16 22c-6 0-8.500-3.500-8.500-8.500 5.500 0 8.500 3 8.500 8.500ZM16 22c6 0 8.500-3.500 8.500-8.500-5.500 0-8.500 3-8.500 8.500Z"
        />
        <path className="wreath-tip" d="M16 14c-3.200-2.400-3.200-6.200 0-9.500 3.200 3.300 3.200 7.100 0 9.500Z" />
      </g>
    </svg>
  );
}
