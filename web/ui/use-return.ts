import { useLocation, useNavigate } from "react-router";

/** Leads back to where one came from within the portal, or to `otherwise` where the page was the first that was opened. */
export function useReturn(otherwise: string): () => void {
  const go = useNavigate();
  const isFirst = useLocation().key === "default";
  return () => void (isFirst ? go(otherwise) : go(-1));
}
