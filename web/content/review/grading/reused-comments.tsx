import { lazy, Suspense, useState } from "react";

const KeptComments = lazy(() => import("./kept-comments.tsx"));

/** The way to the comments that the reviewer keeps. */
export function ReusedComments({
  written,
  onInsert,
}: {
  readonly written: () => string;
  readonly onInsert: (text: string, lines: string) => void;
}) {
  const [opened, setOpened] = useState(false);
  return (
    <div>
      <button type="button" className="text-button" onClick={() => setOpened(true)}>
        Your comments
      </button>
      {opened ? (
        <Suspense fallback={null}>
          <KeptComments written={written()} onInsert={onInsert} onClose={() => setOpened(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
