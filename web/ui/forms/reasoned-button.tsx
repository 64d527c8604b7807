import { type ComponentProps, useId } from "react";
import { LightButton } from "../look/light.tsx";

/** A button that does nothing while there is a reason for it, and tells the reason to whoever comes to it. */
export function ReasonedButton({
  reason,
  ...button
}: Omit<ComponentProps<typeof LightButton>, "disabled"> & { readonly reason: string | undefined }) {
  const id = useId();
  if (reason === undefined) return <LightButton {...button} />;
  return (
    <span className="reasoned">
      <LightButton {...button} aria-disabled aria-describedby={id} onClick={undefined} />
      <span id={id} className="reason" role="tooltip">
        {reason}
      </span>
    </span>
  );
}
