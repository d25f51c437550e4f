import { useEffect, useRef, useState } from 'react';
import { refusalOf } from 'forecourt/admin';
import { useRentalProvider } from '../provider.ts';

/** What was found so far, and how many violations are left to look up. */
interface Rematched {
  readonly looked: number;
  readonly changed: number;
  readonly undecided: number;
  readonly none: number;
  readonly left: number;
}

interface Rematch {
  readonly state: 'asked' | 'running' | 'stopped' | 'failed' | 'done';
  readonly told: Rematched;
  /** Why the last call failed, as a key or in the server's words. */
  readonly problem: string | undefined;
  /** Looks up all of them, call after call; goes on where it stopped. */
  run(): Promise<void>;
  /** Ends after the call that is on its way. */
  stop(): void;
}

const NOTHING: Rematched = { looked: 0, changed: 0, undecided: 0, none: 0, left: 0 };

/** The look-up of all pending violations: one call does as many as fit, and says where the next one goes on. */
export function useRematch(): Rematch {
  const provider = useRentalProvider();
  const [state, setState] = useState<Rematch['state']>('asked');
  const [told, setTold] = useState(NOTHING);
  const [problem, setProblem] = useState<string>();
  const after = useRef(0);
  const stopped = useRef(false);
  // A dialog that is closed goes on with nothing.
  useEffect(() => {
    stopped.current = false;
    return () => void (stopped.current = true);
  }, []);

  const run = async (): Promise<void> => {
    stopped.current = false;
    setState('running');
    setProblem(undefined);
    try {
      while (!stopped.current) {
        const { data } = await provider.call('POST', '/car/violation/match', { after: after.current });
        after.current = data.next ?? 0;
        setTold((before) => ({
          looked: before.looked + data.looked,
          changed: before.changed + data.changed,
          undecided: before.undecided + data.undecided,
          none: before.none + data.none,
          left: data.left,
        }));
        if (data.next === null) return setState('done');
      }
      setState('stopped');
    } catch (error) {
      setProblem(refusalOf(error).message);
      setState('failed');
    }
  };
  return { state, told, problem, run, stop: () => (stopped.current = true) };
}
