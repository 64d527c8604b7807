import { wreath } from "../../../shared/certificate/wreath.ts";

function Branch() {
  return (
    <>
      <path className="wreath-stem" d={wreath.stem} />
      {wreath.leaves.map((place) => (
        <path key={place} className="wreath-leaf" d={wreath.leaf} transform={place} />
      ))}
    </>
  );
}

/** A wreath of laurel, drawn, so that it prints sharp at any size, around a picture, or the leaf mark without one. */
export function LaurelWreath({ emblem }: { readonly emblem?: string | undefined }) {
  const { mark } = wreath;
  return (
    <div className="wreath">
      <svg viewBox={wreath.viewBox} aria-hidden="true" focusable="false">
        <Branch />
        <g transform={wreath.mirror}>
          <Branch />
        </g>
        {emblem ? null : (
          <g transform={mark.transform}>
            <path className="wreath-stem" d={mark.stem} />
            <path className="wreath-leaf" d={mark.leaves} />
            <path className="wreath-tip" d={mark.tip} />
          </g>
        )}
      </svg>
      {emblem ? <img className="wreath-logo" src={emblem} alt="" /> : null}
    </div>
  );
}
