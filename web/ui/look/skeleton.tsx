/** The room a page will take, while it is on its way. */
export function PageSkeleton() {
  return (
    <div className="skeleton" role="status" aria-label="Loading">
      <div className="skeleton-title" />
      <div className="skeleton-box" />
      <div className="skeleton-box" />
    </div>
  );
}

/** The room of a form, while it is on its way. */
export function FormSkeleton() {
  return (
    <div className="skeleton" role="status" aria-label="Loading">
      <div className="skeleton-title" />
      <div className="skeleton-form" />
    </div>
  );
}
