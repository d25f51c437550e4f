import { reading, type registerComponents } from 'forecourt/admin';
import { dialogAction } from '../steps/dialogAction.tsx';
import { RenterLink } from '../member/RenterLink.tsx';
import { OrderLength } from './OrderLength.tsx';
import { OrderMoney } from './OrderMoney.tsx';

/** The order desk by the names that `resources/order.ts` and the workplace use. Buttons stand at once; pages and dialogs load when they are first shown. */
export const orderComponents = {
  eager: {
    ApplyDepositDialog: dialogAction(() => import('./dialogs/ApplyDepositDialog.tsx')),
    AdditionalFeeDialog: dialogAction(() => import('./dialogs/AdditionalFeeDialog.tsx')),
    AssignCarDialog: dialogAction(() => import('./dialogs/AssignCarDialog.tsx')),
    AssignStaffDialog: dialogAction(() => import('./dialogs/AssignStaffDialog.tsx')),
    CancelDialog: dialogAction(() => import('./dialogs/CancelDialog.tsx')),
    ChangeCarDialog: dialogAction(() => import('./carChange/ChangeCarDialog.tsx')),
    EditTimeDialog: dialogAction(() => import('./dialogs/EditTimeDialog.tsx')),
    GenerateCouponDialog: dialogAction(() => import('../coupon/GenerateCouponDialog.tsx')),
    OrderLength: reading(['rentalHours'], OrderLength),
    OrderMoney: reading(['detailLabel', 'overdue'], OrderMoney),
    EndWithoutCarDialog: dialogAction(() => import('./carChange/EndWithoutCarDialog.tsx')),
    PaymentDialog: dialogAction(() => import('./dialogs/PaymentDialog.tsx')),
    RenterLink: reading(['renterName', 'memberId'], RenterLink),
    RefundDialog: dialogAction(() => import('./dialogs/RefundDialog.tsx')),
    RenewDialog: dialogAction(() => import('./dialogs/RenewDialog.tsx')),
    RenewalsDialog: dialogAction(() => import('./dialogs/RenewalsDialog.tsx')),
    PushDialog: dialogAction(() => import('./dialogs/PushDialog.tsx')),
    RejectDialog: dialogAction(() => import('./dialogs/RejectDialog.tsx')),
    RedeemDialog: dialogAction(() => import('../coupon/RedeemDialog.tsx')),
    RenterDialog: dialogAction(() => import('./dialogs/RenterDialog.tsx')),
    RemarkDialog: dialogAction(() => import('./dialogs/RemarkDialog.tsx')),
    SignDialog: dialogAction(() => import('./dialogs/SignDialog.tsx')),
  },
  lazy: {
    DeliveryStaffInput: async () => ({ default: (await import('./dialogs/StaffInput.tsx')).DeliveryStaffInput }),
    PickupStaffInput: async () => ({ default: (await import('./dialogs/StaffInput.tsx')).PickupStaffInput }),
    LateReturns: () => import('./LateReturns.tsx'),
    OrderDetail: () => import('./OrderDetail.tsx'),
    OrderList: () => import('./OrderList.tsx'),
    PrintAction: reading([], () => import('./PrintAction.tsx')),
    PrintSeveral: reading([], () => import('./PrintSeveral.tsx')),
  },
} satisfies Parameters<typeof registerComponents>[0];
