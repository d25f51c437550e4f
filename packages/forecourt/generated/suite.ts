/** What the generated tests are registered with: vitest's own functions, or a list of them (`collect`). */
export interface Suite {
  describe(name: string, body: () => void): void;
  it(name: string, body: () => Promise<void>): void;
  beforeAll(body: () => Promise<void>): void;
  afterAll(body: () => Promise<void>): void;
}

/** A test that was registered, with the names of its groups before its own. */
export interface Collected {
  readonly name: string;
  /** Prepares its groups, once, and runs it; rejects where it is red. */
  run(): Promise<void>;
}

interface Group {
  readonly names: readonly string[];
  readonly before: (() => Promise<void>)[];
  ready?: Promise<void>;
}

/** Tests as a list, to be run one by one: so that a test can see another one fail. `close` does what `afterAll` asks for. */
export function collect(define: (suite: Suite) => void): {
  readonly tests: readonly Collected[];
  close(): Promise<void>;
} {
  const tests: Collected[] = [];
  const after: (() => Promise<void>)[] = [];
  let groups: readonly Group[] = [{ names: [], before: [] }];
  const last = (): Group => groups.at(-1)!;
  const prepare = async ({ before }: Group): Promise<void> => {
    for (const one of before) await one();
  };
  define({
    describe(name, body) {
      const outer = groups;
      groups = [...outer, { names: [...last().names, name], before: [] }];
      body();
      groups = outer;
    },
    it(name, body) {
      const around = groups;
      tests.push({
        name: [...last().names, name].join(' > '),
        async run() {
          for (const group of around) await (group.ready ??= prepare(group));
          await body();
        },
      });
    },
    beforeAll: (body) => void last().before.push(body),
    afterAll: (body) => void after.push(body),
  });
  return {
    tests,
    async close() {
      for (const one of after.reverse()) await one();
    },
  };
}
