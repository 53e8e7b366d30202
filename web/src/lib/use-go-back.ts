import { useLocation, useNavigate } from 'react-router-dom';

/** Goes back to where one came from; to `otherwise` where this page was the first of the visit. */
export function useGoBack(otherwise: string): () => void {
  const navigate = useNavigate();
  // The router gives every entry of the history a key of its own but the first.
  const isFirst = useLocation().key === 'default';
  return () => void (isFirst ? navigate(otherwise) : navigate(-1));
}
