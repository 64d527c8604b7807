import { encodeQR } from "qr";
import { codePath } from "../../shared/certificate/code-path.ts";

/** The QR code of an address, as certificates print it. */
export default function CertificateCode({ address }: { readonly address: string }) {
  const rows = encodeQR(address, "raw", { ecc: "medium", border: 2 });
  const { length } = rows;
  return (
    <svg
      viewBox={`0 0 ${length} ${length}`}
      role="img"
      aria-label="QR code that leads to this page"
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${length}v${length}H0z`} />
      <path d={codePath(rows)} />
    </svg>
  );
}
