import type { ResourcePageProps } from '../routing/resourceRoutes.tsx';
export default function X({ resource }: ResourcePageProps) { return <p>{resource}</p>; }
