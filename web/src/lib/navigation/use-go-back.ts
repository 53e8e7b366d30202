import { useLocation, useNavigate } from 'react-router-dom';

/** Goes back to the previous page, or to `otherwise` if this page was the first of the visit. */
export function useGoBack(otherwise: string): () => void {
  const navigate = useNavigate();
  // The router gives every history entry except the first a key of its own.
  const isFirst = useLocation().key === 'default';
  return () => void (isFirst ? navigate(otherwise) : navigate(-1));
}
