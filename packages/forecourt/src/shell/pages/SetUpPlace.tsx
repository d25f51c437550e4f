import { lazy } from 'react';
import { Beside } from '../Beside.tsx';
import { useShell } from '../shellContext.ts';
import { whenIdle } from '../whenIdle.ts';

const SetUpList = lazy(async () => {
  await new Promise<void>(whenIdle);
  return import('./SetUpList.tsx');
});

/** The list of what an empty system needs; it comes after the page. */
export function SetUpPlace() {
  const { setUp } = useShell();
  return <Beside>{setUp && <SetUpList steps={setUp} />}</Beside>;
}
