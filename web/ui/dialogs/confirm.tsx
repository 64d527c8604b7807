import { lazy, Suspense } from "react";
import type { Confirmation } from "./confirmation.ts";

const ConfirmModal = lazy(() => import("./confirm-modal.tsx"));

/** Asks before something that cannot be taken back. */
export const ConfirmDialog = (asked: Confirmation) => (
  <Suspense fallback={null}>
    <ConfirmModal {...asked} />
  </Suspense>
);
