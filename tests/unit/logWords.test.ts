import { expect, test } from 'vitest';
import { application } from '../../src/application.ts';
import { createMessages } from 'forecourt/server';

/** Calls of the framework itself that any module may have. */
const GENERAL = [
  'save',
  'delete',
  'deleteMany',
  'restore',
  'undelete',
  'import',
  'importCheck',
  'importDiscard',
  'refused',
];

test('what the operation log calls an action has words in every language, not the name the code gives it', () => {
  const messages = createMessages(application.messages, application.locale);
  const named = (application.module.commands ?? []).flatMap(({ log }) => (log ? [log] : []));
  const steps = [...application.model.resources.values()].flatMap(({ name, actions }) =>
    actions.map((action) => ({ module: name, action: action.name })),
  );
  const missing = new Set<string>();
  for (const language of messages.languages) {
    const known = (key: string): boolean => messages.find(language, key) !== undefined;
    for (const action of GENERAL) if (!known(`resources.operationLog.log.actions.${action}`)) missing.add(action);
    for (const { module, action } of [...named, ...steps])
      if (
        ![
          `resources.${module}.actions.${action}`,
          `resources.operationLog.log.actions.${action}`,
          `actions.${action}`,
        ].some(known)
      )
        missing.add(`${module}.${action}`);
  }
  expect([...missing]).toEqual([]);
});

test('every module of the operation log has a title in every language', () => {
  const messages = createMessages(application.messages, application.locale);
  const modules = new Set([
    ...application.model.resources.keys(),
    ...(application.module.commands ?? []).flatMap(({ log }) => (log ? [log.module] : [])),
  ]);
  const missing = [...modules].flatMap((module) =>
    messages.languages
      .filter((language) => messages.find(language, `resources.${module}.title`) === undefined)
      .map((language) => `${module} ${language}`),
  );
  expect(missing).toEqual([]);
});
