import Modal, { type ModalProps } from "@cloudscape-design/components/modal";
import type { ReactNode } from "react";
import { useKeptPlace } from "../dialogs/kept-place.ts";
import { CloudscapeTexts } from "../look/cloudscape.tsx";

/** A dialog with a form in it. A click beside it does not throw away what was typed; Escape, × and Cancel close it. */
export function FormDialog({
  title,
  size,
  onClose,
  children,
}: {
  readonly title: string;
  readonly size?: ModalProps.Size;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  useKeptPlace();
  return (
    <CloudscapeTexts>
      <Modal
        visible
        size={size}
        header={title}
        closeAriaLabel="Close"
        onDismiss={({ detail }) => detail.reason !== "overlay" && onClose()}
      >
        {children}
      </Modal>
    </CloudscapeTexts>
  );
}
