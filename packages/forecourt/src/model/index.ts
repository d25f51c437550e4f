export type * from './schema.ts';
export type * from './resource.ts';
export type * from './page.ts';
export {
  defineConfig,
  definePlugin,
  type ApplicationConfig,
  type CheckedApplication,
  type CheckFinding,
  type PluggedConfig,
  type Plugin,
  type PluginCheck,
  type PluginTexts,
} from './config.ts';
export { applyPlugins, PluginError } from './plugins.ts';
export { defineResource } from './resource.ts';
export { defineDashboard, PERIODS } from './dashboard.ts';
export type * from './dashboard.ts';
export type * from './dashboardAnswer.ts';
export { dashboardPages, isRelative } from './dashboardPages.ts';
export type * from './model.ts';
export type { NumberFormat, TemplatePart } from './templates.ts';
export type * from './listViews.ts';
export {
  beyondOwn,
  closedNames,
  compileFieldRights,
  FIELD_RIGHTS,
  maskFor,
  mayBeNarrowed,
  missingToCreate,
  reaches,
  rightTo,
  type FieldHolder,
  type FieldRight,
  type FieldRights,
} from './fieldRights.ts';
export { narrowedDescription, narrowedSchemas } from './narrowedSchemas.ts';
export { offeredViews, viewFields } from './listViews.ts';
export { countsUnder, dayFilter } from './dayCounts.ts';
export { openingColumn } from './listCells.ts';
export { BUDDHIST_YEARS, gregorian, isCalendarDay, isPlausible, plausibleYears } from './years.ts';
export { fieldOf } from './entity.ts';
export * as forms from './forms/index.ts';
export { touchedByAction, touchedBySaving, touchedFilter, type TouchDeclaration, type TouchedList } from './touches.ts';
export { codeForm, phoneDigits, phoneForm, uniqueKey } from './forms/index.ts';
export { resourceOf } from './model.ts';
export { knownRelated, relatedLists } from './related.ts';
export { compileModel, ModelError, type ModelSource } from './compile.ts';
export type { Problem } from './vocabulary.ts';
export {
  exportParameters,
  exportPath,
  importPath,
  importProgress,
  isImportable,
  type ImportAnswer,
  type ImportChoice,
  type ImportQuestion,
  type ImportQuestions,
  type ImportState,
} from './transfer.ts';
export { listedRelation } from './recordPages.ts';
export {
  callChangesPath,
  historyPath,
  isPrivateFile,
  needsProof,
  privateFileAddress,
  privateFilePath,
  reachPath,
  undeletePath,
} from './recordPaths.ts';
export { relatedBy } from './relatedBy.ts';
export { dependentsOf, reachesOthers, unfitOnDelete, type Reached } from './onDelete.ts';
export { completeEntry, inferEntry, shortEntry, type ResourceEntry, type ShortEntry } from './entry.ts';
export { compileAction } from './resources.ts';
export { permissionKey } from './permissionKey.ts';
export { offeredKeys } from './offered.ts';
export { rowKeys, rowReads } from './rowReads.ts';
export { holds, readsOf } from './conditions.ts';
export { permits, WILDCARD } from './permissions.ts';
export { mostEntries } from './listSizes.ts';
export { meant } from './nearest.ts';
export { humanise, humaniseCode } from './words.ts';
export { choiceKeys } from './choiceKeys.ts';
export { choicesOf } from './choices.ts';
export { createRandom, type Random } from './random.ts';
export {
  INT64_LEAST,
  INT64_MOST,
  isBelow,
  isInt64,
  isNumeric,
  isWireInt64,
  largeWhole,
  numberOf,
  wholeOf,
  wireInt64,
  wireWhole,
} from './int64.ts';
export { factsOf, isDocument, isStored, kindOf, relationOf, type FieldKind } from './kinds.ts';
export { formNames, openingKeys } from './opening.ts';
export { boundReads, isStates, stateAllows, type BoundChange } from './states.ts';
export { listFields, maySortBy, namesBeside } from './listFields.ts';
export { isMultipleOf } from './multiples.ts';
export { HAS_CHILDREN, NONE, OUTSIDE } from './trees.ts';
export {
  areaProblem,
  crossesItself,
  MOST_CORNERS,
  MOST_DEGREES,
  type Area,
  type Corner,
  type Position,
} from './geo.ts';
