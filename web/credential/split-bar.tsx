import type * as z from "zod";
import type { PriceSplit } from "../../shared/credential/credential.ts";
import { money } from "../ui/look/format.ts";
import { Swatch } from "../ui/look/pictures/swatch.tsx";
import "../content/credential/credential.css";

const shares = [
  ["reviewer", "Reviewer"],
  ["issuer", "Issuer"],
  ["platform", "Platform"],
  ["organization", "Organization"],
] as const;

/** Price split of a price in dollars: a bar for the eye, and each amount to the cent. */
export function SplitBar({ split }: { readonly split: z.infer<typeof PriceSplit> }) {
  const total = shares.reduce((sum, [name]) => sum + split[name], 0);
  return (
    <div className="split">
      <div className="split-bar" aria-hidden="true">
        {shares.map(([name]) =>
          total > 0 && split[name] > 0 ? (
            <span key={name} className={`swatch swatch-${name}`} style={{ flexGrow: split[name] / total }} />
          ) : null,
        )}
      </div>
      <dl className="split-list">
        {shares.map(([name, words]) => (
          <div key={name} className="split-share">
            <dt>
              <Swatch of={name} /> {words}
            </dt>
            <dd className="figures">{money(split[name])}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
