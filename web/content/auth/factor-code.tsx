import { encodeQR } from "qr";
import { codePath } from "../../../shared/certificate/code-path.ts";

/** The QR code that hands a secret to an authenticator app. Its own white ground lets cameras read it in dark mode. */
export default function FactorCode({ address }: { readonly address: string }) {
  const rows = encodeQR(address, "raw", { ecc: "medium", border: 2 });
  const { length } = rows;
  return (
    <svg
      className="factor-code"
      viewBox={`0 0 ${length} ${length}`}
      role="img"
      aria-label="QR code for your authenticator app"
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${length}v${length}H0z`} />
      <path d={codePath(rows)} />
    </svg>
  );
}
