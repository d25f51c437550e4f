import { lazy, type ComponentType } from 'react';
import { loadable, reading, registerComponents, registerGround, registerPlaceSearch } from 'forecourt/admin';
import type { AppPage } from 'forecourt/shell';
import { pageDeclarations, publicPaths } from '../pageDeclarations.ts';
import { ground } from './ground/index.ts';
import { orderComponents } from './order/index.ts';
import { dialogAction } from './steps/dialogAction.tsx';
import { lazyAction } from './steps/lazyAction.tsx';

/** Makes the screens of the rental desk known by the names that the resource files use; each loads when it is first shown. */
export function registerPages(): void {
  registerPlaceSearch('/basics/searchplace');
  registerGround(ground);
  registerOwnComponents();
}

/** The components alone. */
export function registerOwnComponents(): void {
  registerComponents(orderComponents);
  registerComponents({
    eager: {
      DocumentAudit: lazyAction(() => import('./member/DocumentAudit.tsx')),
      GpsSettings: lazyAction(() => import('./GpsSettings.tsx')),
      OrderModify: reading(
        [],
        lazyAction(() => import('./booking/OrderModify.tsx')),
      ),
      MemberBlacklist: reading(
        [],
        lazyAction(() => import('./member/MemberBlacklist.tsx')),
      ),
      MemberDataExport: reading(
        [],
        lazyAction(() => import('./member/MemberDataExport.tsx')),
      ),
      ErasureApproval: reading(
        ['memberId', 'memberName'],
        lazyAction(() => import('./member/ErasureApproval.tsx')),
      ),
      MemberErase: reading(
        ['name'],
        lazyAction(() => import('./member/MemberErase.tsx')),
      ),
      MemberMerge: reading(
        [],
        lazyAction(() => import('./member/MemberMerge.tsx')),
      ),
      MemberSms: reading(
        [],
        lazyAction(() => import('./sms/MemberSms.tsx')),
      ),
      LeaveDialog: dialogAction(() => import('./vehicle/LeaveDialog.tsx')),
      PickupDialog: reading(
        [],
        lazyAction(() => import('./booking/PickupDialog.tsx')),
      ),
      PriceChange: lazyAction(() => import('./price/PriceChange.tsx')),
      PriceParameters: lazyAction(() => import('./price/PriceParameters.tsx')),
      ReturnDialog: reading(
        [],
        lazyAction(() => import('./booking/ReturnDialog.tsx')),
      ),
      SmsSettings: reading(
        [],
        lazyAction(() => import('./sms/SmsSettings.tsx')),
      ),
      ViolationRematch: lazyAction(() => import('./violation/RematchDialog.tsx')),
      ViolationDecide: dialogAction(() => import('./violation/DecideDialog.tsx')),
    },
    lazy: {
      BahtAndYuan: reading(['cnyRate'], () => import('./BahtAndYuan.tsx')),
      CouponForm: reading(
        ['code', 'type', 'amount', 'discountAmount', 'rentalPeriod', 'discountDays'],
        () => import('./coupon/CouponForm.tsx'),
      ),
      CountedNotes: reading([], () => import('./money/CountedNotes.tsx')),
      CouponImage: reading(['code', 'image'], () => import('./coupon/CouponImage.tsx')),
      ExpiryAlert: reading(['daysLeft'], () => import('./upkeep/ExpiryAlert.tsx')),
      FeeOrFree: reading([], () => import('./store/FeeOrFree.tsx')),
      HolidayPricesInput: () => import('./price/HolidayPricesInput.tsx'),
      MessageProvider: reading([], () => import('./sms/MessageProvider.tsx')),
      MemberDocuments: () => import('./member/MemberDocuments.tsx'),
      MemberSummary: () => import('./member/MemberSummary.tsx'),
      OrderNew: () => import('./booking/OrderNew.tsx'),
      OrderForm: () => import('./booking/OrderForm.tsx'),
      PriceCalendar: () => import('./price/PriceCalendar.tsx'),
      SmsTemplateInput: () => import('./sms/SmsTemplateInput.tsx'),
      SmsTestInput: () => import('./sms/SmsTestInput.tsx'),
      PausePeriodsInput: () => import('./store/PausePeriodsInput.tsx'),
      StoreFeePreview: () => import('./store/StoreFeePreview.tsx'),
      StorePoints: () => import('./store/StorePoints.tsx'),
      StoreSettingPreview: () => import('./store/StoreSettingPreview.tsx'),
      SmsVariablesInput: () => import('./sms/SmsVariablesInput.tsx'),
      TagsInput: () => import('./channels/TagsInput.tsx'),
      VehicleDamage: () => import('./vehicle/VehicleDamage.tsx'),
      VehicleCosts: () => import('./vehicle/VehicleCosts.tsx'),
      VehiclePlates: () => import('./vehicle/VehiclePlates.tsx'),
      VehicleSituation: () => import('./vehicle/VehicleSituation.tsx'),
      VehicleStatus: reading(['inShop', 'inStorage', 'ready'], () => import('./vehicle/VehicleStatus.tsx')),
      ViolationMatch: () => import('./violation/ViolationMatch.tsx'),
    },
  });
}

/** Pages of the shell that belong to no resource. */
export const pages: readonly AppPage[] = [
  {
    ...pageDeclarations.tasks,
    component: loadable(() => import('./tasks/TasksPage.tsx')),
    texts: ['rental.tasks'],
    resources: ['order'],
  },
  {
    ...pageDeclarations.dayClose,
    component: loadable(() => import('./money/DayClosePage.tsx')),
    texts: ['payment', 'drawerCount', 'rental.drawer'],
  },
  {
    ...pageDeclarations.depositsHeld,
    component: loadable(() => import('./money/DepositsHeldPage.tsx')),
    texts: ['deposit'],
  },
  {
    ...pageDeclarations.stockView,
    component: loadable(() => import('./stock/StockViewPage.tsx')),
    texts: ['rental.stock', 'storageOrder'],
  },
  {
    ...pageDeclarations.inventory,
    component: loadable(() => import('./stock/InventoryPage.tsx')),
    texts: ['rental.stock'],
  },
  {
    ...pageDeclarations.forecast,
    component: loadable(() => import('./stock/ForecastPage.tsx')),
    texts: ['rental.stock', 'rental.tasks'],
  },
];

const checkSheets = () => import('./print/order-vehiclecar.ts');

/** Pages that need no session, outside the shell; each group of sheets is a chunk of its documented name (D-SHELL-15). */
export const publicPages: readonly { readonly path: string; readonly component: ComponentType }[] = [
  { path: publicPaths.settlement, component: lazy(() => import('./print/order-settlement.ts')) },
  { path: publicPaths.rental, component: lazy(() => import('./print/order-rental.ts')) },
  { path: publicPaths.fsrental, component: lazy(() => import('./print/order-fsrental.ts')) },
  { path: publicPaths.deposit, component: lazy(() => import('./print/order-deposit.ts')) },
  { path: publicPaths.check, component: lazy(async () => ({ default: (await checkSheets()).CheckPage })) },
  { path: publicPaths.photoCheck, component: lazy(async () => ({ default: (await checkSheets()).PhotoCheckPage })) },
];
