import { Fragment } from "react";

/** An address of the mail or of the web, which breaks before its signs and not within its words where it is too long. */
export const Breakable = ({ address }: { readonly address: string }) =>
  address.split(/(?=[@./?&])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text
    <Fragment key={at}>
      {at > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ));
