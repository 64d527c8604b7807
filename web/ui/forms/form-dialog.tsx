import type { ModalProps } from "@cloudscape-design/components/modal";
import type { ReactNode } from "react";
import { Modal } from "../dialogs/modal.tsx";

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
  return (
    <Modal size={size} header={title} onDismiss={({ detail }) => detail.reason !== "overlay" && onClose()}>
      {children}
    </Modal>
  );
}
