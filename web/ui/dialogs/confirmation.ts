import type { ReactNode } from "react";

/** What is asked before something that cannot be taken back. */
export interface Confirmation {
  readonly title: string;
  readonly children: ReactNode;
  readonly confirm: string;
  readonly cancel?: string;
  /** Must be written first where the loss is large. */
  readonly typed?: string;
  /** What the dialog asks is there to be decided; true unless told. */
  readonly ready?: boolean;
  /** Something is lost by it, and its button looks like that. */
  readonly destructive?: boolean;
  /** May take its time: the dialog waits, closes when it is done, and shows why when it fails. */
  readonly onConfirm: () => Promise<unknown> | undefined;
  readonly onClose: () => void;
}
