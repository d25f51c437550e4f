import type { Saved, GatheredOutcome, GatheredSave } from './writer/index.ts';

/** Groups of one company that are under way at once: from the third save on they wait for company. */
const AT_ONCE = 2;
/** Saves of one statement at most. */
const MOST = 32;
/** What takes longer than this, as behind a lock, is not waited for. */
const SLOW_MS = 50;

export interface Gathering {
  /**
   * Does a save, with others of its company where some are under way already: it waits for one of them to end and goes out with all who came meanwhile. Nobody
   * waits while nobody else is there. `alone` does it by itself, and throws what it is refused with.
   */
  save(company: string, save: GatheredSave, alone: () => Promise<Saved | undefined>): Promise<Saved | undefined>;
}

interface Waiting {
  readonly save: GatheredSave;
  readonly alone: () => Promise<Saved | undefined>;
  resolve(saved: Saved | undefined | PromiseLike<Saved | undefined>): void;
  reject(error: unknown): void;
}

interface Company {
  underWay: number;
  readonly waiting: Waiting[];
}

/** One record, and one key, once in a statement: who comes second waits for the first. */
const claimsOf = ({ work, key }: GatheredSave): string[] => [
  ...(work.input.id === null ? [] : [`id ${work.input.id}`]),
  ...(key ? [`key ${work.caller.actor.id} ${key.key}`] : []),
];

/** The next ones that can go together, in their order. */
function take(waiting: Waiting[]): Waiting[] {
  const claimed = new Set<string>();
  const left: Waiting[] = [];
  const taken: Waiting[] = [];
  for (const one of waiting) {
    const claims = claimsOf(one.save);
    if (taken.length < MOST && !claims.some((claim) => claimed.has(claim))) taken.push(one);
    else left.push(one);
    for (const claim of claims) claimed.add(claim);
  }
  waiting.splice(0, waiting.length, ...left);
  return taken;
}

/** Saves that come at once, written in common statements by `together` (`saveGathered`). */
export function createGathering(
  together: (all: readonly GatheredSave[]) => Promise<readonly GatheredOutcome[]>,
): Gathering {
  const companies = new Map<string, Company>();

  async function send(group: readonly Waiting[]): Promise<void> {
    const [only] = group;
    if (group.length === 1) {
      await only!.alone().then(only!.resolve, only!.reject);
      return;
    }
    try {
      const outcomes = await together(group.map(({ save }) => save));
      for (const [at, { alone, resolve, reject }] of group.entries()) {
        const outcome = outcomes[at];
        if (outcome === undefined) resolve(alone());
        else if ('saved' in outcome) resolve(outcome.saved);
        else reject(outcome.error);
      }
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  function next(name: string, company: Company): void {
    while (company.underWay < AT_ONCE && company.waiting.length > 0) {
      company.underWay++;
      let counted = true;
      const over = (): void => {
        if (!counted) return;
        counted = false;
        company.underWay--;
        next(name, company);
      };
      const slow = setTimeout(over, SLOW_MS);
      void send(take(company.waiting)).finally(() => {
        clearTimeout(slow);
        over();
      });
    }
    if (company.underWay === 0 && company.waiting.length === 0) companies.delete(name);
  }

  return {
    save: (name, save, alone) =>
      new Promise((resolve, reject) => {
        let company = companies.get(name);
        if (!company) companies.set(name, (company = { underWay: 0, waiting: [] }));
        company.waiting.push({ save, alone, resolve, reject });
        next(name, company);
      }),
  };
}
