import { compileModel, type Model, type ResourceDeclaration } from '../../packages/forecourt/src/model/index.ts';
import { objectsOf, planTables } from '../../packages/forecourt/src/server/data/tables/index.ts';
import {
  readableSchemas,
  readApplication,
  type Declaration,
} from '../../packages/forecourt/cli/application/readApplication.ts';
import { readCode } from '../../packages/forecourt/cli/check/checkCode.ts';
import { constructsIn, type ConstructName } from './constructs.ts';
import { crossings, dividedUniques } from './placement.ts';
import type { Use } from './sourceTexts.ts';

interface Schemas {
  readonly model: Model;
  /** File of a schema by its entity. */
  readonly fileOf: (entity: string) => string;
}

/** The compiled model of an application. Throws where `npm run check` names a mistake. */
export async function readSchemas(folder: string): Promise<Schemas> {
  const source = await readApplication(folder);
  const { pages } = await readCode(folder);
  const model = compileModel({
    schemas: readableSchemas(source),
    locale: source.locale,
    resources: [...source.declarations.values()].map(
      ({ declaration }) => declaration as Declaration,
    ) as readonly ResourceDeclaration<never>[],
    codes: source.codes,
    scopeEntity: source.scopeEntity,
    unreadable: new Set(),
    pages: pages.map(({ page }) => page),
  });
  return { model, fileOf: (entity) => source.schemas.get(entity)!.file };
}

/** Every statement that makes the tables of a model in an empty database, in order. */
export const statementsOf = async (model: Model): Promise<string[]> =>
  (await planTables(model, new Map())).safe.map(({ sql }) => sql);

/**
 * What the tables of schemas use. A foreign key or a unique index is a use only where the rows that it compares would live on different machines
 * (placement.ts): all others stand beside each other.
 */
export function schemaUses({ model, fileOf }: Schemas): Use[] {
  return [...model.entities.values()]
    .filter(({ view }) => !view)
    .flatMap((entity) => {
      const made = new Set<ConstructName>(objectsOf(entity, model).flatMap(({ sql }) => constructsIn(sql)));
      made.add('sequence');
      if (entity.appendOnly) made.add('partition').add('trigger');
      if (crossings(entity).length === 0) made.delete('foreignKey');
      if (dividedUniques(entity).length === 0) made.delete('unique');
      return [...made].map((construct) => ({ construct, file: fileOf(entity.name) }));
    });
}
