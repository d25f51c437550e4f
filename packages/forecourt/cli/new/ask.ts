import { humanise } from '../../src/admin/values/format.ts';
import type { EntityLabels } from '../application/newEntity.ts';
import { plural } from '../application/plural.ts';
import { UsageError } from '../application/options.ts';
import { languagesOf, type ApplicationSource } from '../application/readApplication.ts';
import { GRAMMAR, parseFields } from './grammar.ts';
import { requireEntityName, requireFieldNames } from './names.ts';
import type { ResourceRequest } from './newResource.ts';

const inEnglish = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' });

/** Puts a question and answers what was typed, or the proposal when that was nothing. */
export type Ask = (question: string, proposal?: string) => Promise<string>;
export type Tell = (text: string) => void;

/** Asks until the answer is not refused. */
async function until<T>(question: () => Promise<T>, tell: Tell): Promise<T> {
  for (;;)
    try {
      return await question();
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      tell(error.message);
    }
}

/** Asks for everything about a new resource; what flags said already is proposed. */
export async function askRequest(
  source: ApplicationSource,
  given: Partial<ResourceRequest> & Pick<ResourceRequest, 'group' | 'icon' | 'declared'>,
  ask: Ask,
  tell: Tell,
): Promise<ResourceRequest> {
  const name = await until(async () => {
    const answer = await ask('Name of the entity (carPark)', given.name);
    requireEntityName(source, answer);
    return answer;
  }, tell);
  tell(GRAMMAR);
  const fields = await until(async () => {
    const answer = await ask('Fields', given.fields);
    requireFieldNames(parseFields(answer, source.codes));
    return answer;
  }, tell);
  const own = given.labels ?? {};
  const english = await ask('English name of one', own['en-US']?.name ?? humanise(name));
  const title = await ask('English name of the list', own['en-US']?.title ?? plural(english));
  const others: [string, EntityLabels][] = [];
  for (const language of languagesOf(source).filter((one) => !one.startsWith('en')))
    others.push([
      language,
      { ...own[language], name: await ask(`${inEnglish.of(language)} name`, own[language]?.name ?? english) },
    ]);
  const declared = given.declared && /^y/i.test(await ask('A resource file of its own (y/n)', 'y'));
  return {
    name,
    fields,
    declared,
    group: declared ? await ask('Menu group', given.group) : given.group,
    icon: declared ? await ask('Icon', given.icon) : given.icon,
    labels: {
      'en-US': { ...own['en-US'], name: english, title },
      ...Object.fromEntries(others),
    },
  };
}
