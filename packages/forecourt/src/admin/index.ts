export {
  createAdminRuntime,
  AdminRuntimeProvider,
  useAdminRuntime,
  useSessionInfo,
  useCan,
  useCanDo,
  Can,
  useResourceEntry,
  useResourceModel,
} from './runtime/runtime.tsx';
export type { AdminConfig, AdminRuntime, CanProps } from './runtime/runtime.tsx';
export { createAdminModel, type AdminModel, type AdminSource, type ResourceParts } from './model/adminModel.ts';
export {
  createHttp,
  isOutcomeUnknown,
  type Http,
  type HttpAnswer,
  type HttpRequest,
  TIMEOUT_MS,
  TRANSFER_TIMEOUT_MS,
} from './providers/http.ts';
export { createTokenStore, TOKEN_KEY, type TokenStore } from './providers/tokenStore.ts';
export {
  createSession,
  REMEMBERED_PREFIX,
  type MenuInfo,
  type Session,
  type SessionInfo,
} from './providers/session.ts';
export { createDataProvider, type AdminDataProvider, type RowFailure } from './providers/dataProvider.ts';
export { createAuthProvider, safeRedirect } from './providers/authProvider.ts';
export { canAccess } from './providers/canAccess.ts';
export { createLabels, type Catalogue, type LabelStore } from './model/resourceLabels.ts';
export { createI18nProvider } from './providers/i18nProvider.ts';
export { createRouterProvider } from './providers/routerProvider.tsx';
export {
  ACTION_PARAMETER,
  documentedPath,
  documentedTarget,
  newRecordPath,
  routeTitle,
} from './model/documentedUrls.ts';
export { prefetchRows, storedParams } from './list/listRequest.ts';
export { resourceRoutes, Guarded, type PageRoute, type ResourceView } from './resourceRoutes.tsx';
export type { ResourcePageProps } from './page/pageProps.ts';
export { followWindow, PageQueries, usePageRefresh } from './page/PageQueries.tsx';
export { followChanges, madeOf, madeOfAnswer, whereChangesBegin } from './live/index.ts';
export { RefreshButton } from './page/RefreshButton.tsx';
export { useKeptRecords, type KeptRecord } from './page/keptRecords.ts';
export { useKeptTitles } from './page/useKeptTitles.ts';
export { RecordStar } from './page/RecordStar.tsx';
export { createPageVisibility, PageNaming, PageVisible, usePageName, usePageVisible } from './page/pageState.ts';
export { CHUNK_LIMIT_MS, PageSkeleton } from './page/PageSkeleton.tsx';
export { useSecondFrame } from './page/useSecondFrame.ts';
export { failureText, isTextKey, sentenceIn, sentenceText } from '../i18n/index.ts';
export { useWords } from './values/displaySentences.tsx';
export { FaultBoundary } from './values/FaultBoundary.tsx';
export { loadable, loadComponent } from './values/loadable.ts';
export { isLoadFault, LoadTimeout } from './values/loadFault.ts';
export { PrivatePicture } from './pictures/PrivatePicture.tsx';
export { useRecordQueue } from './queue/useRecordQueue.ts';
export { GeoMap } from './maps/lazyMap.ts';
export { DASHBOARD_TEXTS } from './dashboard/dashboardQuery.ts';
export { DashboardPage, prefetchDashboard } from './dashboard/lazyDashboard.ts';
export type { MapPoint } from './maps/GeoMap.tsx';
export { useAlsoOnMap } from './maps/alsoOnMap.tsx';
export { registerGround, registerPlaceSearch, type GroundSource, type Town } from './maps/settings.ts';
export { beginning, registerComponents } from './values/registry.ts';
export { reading, type SaysReads } from './values/reading.ts';
export { TabRow } from './list/TabRow.tsx';
export { default as ResourceList, type ResourceListProps } from './list/ResourceList.tsx';
export { forgetUnsavedChanges, hasUnsavedChanges, keepTypedWork, useUnsavedChanges } from './form/unsavedChanges.ts';
export { useLeaveQuestion, useLeaveTyped } from './form/leaving.tsx';
export { draftOf, type Draft } from './form/drafts.ts';
export { isPrivate } from './form/useFormDraft.ts';
export { TypedWork } from './form/useTypedForm.ts';
export { useAttempt, type AttemptRefusal } from './form/useAttempt.ts';
export { refusalOf, type Refusal } from './providers/refusal.ts';
export { keptFiles, type KeptFiles } from './providers/keptFiles.ts';
export { forgetKeptWork, forgetWorkOfOthers, hasKeptWork } from './form/keptWork.ts';
export { shrinkPicture } from './pictures/shrinkPicture.ts';
export { uploadFile, refuseFile, type OnProgress, type StoredFile } from './providers/upload.ts';
export { saveBlob } from './values/saveBlob.ts';
export { TAKE_BACK_MS, TakeBackButton } from './dialogs/TakeBackButton.tsx';
export { ConfirmDialog, type ConfirmDialogProps } from './dialogs/ConfirmDialog.tsx';
export { ConfirmedButton } from './dialogs/ConfirmedButton.tsx';
export { QuestionButtons, QuestionDialog } from './dialogs/QuestionDialog.tsx';
export { ActionButton, type ActionProps } from './actions/ActionButton.tsx';
export { MoreActions } from './actions/MoreMenu.tsx';
export { StartButton } from './actions/StartButton.tsx';
export { dangerLast, offeredActions } from './actions/offeredActions.ts';
export { AddressedAction } from './actions/AddressedAction.tsx';
export { StillOffered } from './actions/StillOffered.tsx';
export { TouchedByAction } from './form/Touched.tsx';
export { useAction } from './actions/useAction.ts';
export { Fact, Facts, type FactProps } from './values/Fact.tsx';
export { FigureTable, type FigureColumn } from './values/FigureTable.tsx';
export { FieldValue } from './values/FieldValue.tsx';
export { LinkedText } from './values/LinkedText.tsx';
export { RecordLink } from './values/RecordLink.tsx';
export { recordTitle } from './values/recordTitle.ts';
export { CodeChip } from './values/display.tsx';
export { ToneChip } from './values/ToneChip.tsx';
export { daysIntoWeek, weekBegin, weekdayNames } from './controls/wallClock.ts';
export { labelsOf, useLabels, useCodeLabel, useTexts } from './values/labels.ts';
export {
  currency,
  formatAmount,
  formatMoney,
  formatNumber,
  isBlank,
  parseAmount,
  shortDate,
  shortTime,
} from './values/format.ts';
export { isTyping, isVisible, keysOf, shortcutsInSight, useShortcut, type Shortcut } from './shortcuts/shortcuts.ts';
export { useFileUrl } from './values/files.ts';
export { THUMB, TOUCH } from './runtime/touch.ts';
export { DateControl } from './controls/DateControl.tsx';
export { AmountControl } from './controls/AmountControl.tsx';
export { RelationControl } from './controls/RelationControl.tsx';
export { RelationsControl } from './controls/RelationsControl.tsx';
export { useBoxState, useChoiceBox } from './controls/useChoiceBox.ts';
export { useOptions, useChoice, usePaused, type Choice } from './values/useOptions.ts';
export { FieldInput, type FieldInputProps } from './form/FieldInput.tsx';
export { ChoiceSelect, FilePicker, Labelled, RowsInput } from './inputs/index.ts';
export type { BelowPageProps } from './show/FurtherPage.tsx';
export { DiscardDialog } from './dialogs/DiscardDialog.tsx';
export { LoadProblem } from './page/LoadProblem.tsx';
export { useAddress } from './page/useAddress.ts';
export { ShowGroups } from './show/ShowGroups.tsx';
export type { FormInputProps } from './inputs/index.ts';
export type { FormGroupProps } from './form/FormSections.tsx';
export type { ShowGroupProps } from './show/ShowGroups.tsx';
export type { DisplayProps } from './values/kinds.ts';
export type { FormDialogProps } from './form/FormDialog.tsx';
export { LazyFormDialog } from './form/LazyFormDialog.tsx';
export { registerSystemComponents } from './system/index.ts';
export {
  DAY_MS,
  MINUTE_MS,
  Timeline,
  dayText,
  lanesOf,
  useRowsInSight,
  wallMs,
  wallText,
  type Range,
  type Scale,
  type TimelineBar,
  type TimelineHandle,
  type TimelineMove,
  type TimelineRow,
} from './timeline/index.ts';
