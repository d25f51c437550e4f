import { PublicFrame } from '../PublicFrame.tsx';
import NotFoundPage from './NotFoundPage.tsx';

/** The 404 page of whoever has no session: without the shell (D-SHELL-02). */
export function PublicNotFoundPage() {
  return (
    <PublicFrame>
      <NotFoundPage />
    </PublicFrame>
  );
}
