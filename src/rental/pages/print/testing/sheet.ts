import type { SheetOf } from '../sheetData.ts';

type Every = SheetOf<'rental'> &
  SheetOf<'settlement'> &
  SheetOf<'fsrental'> &
  SheetOf<'deposit'> &
  SheetOf<'vehiclecar'> &
  SheetOf<'vehiclecar1'>;
type Fee = SheetOf<'settlement'>['fees'][number];
type Payment = SheetOf<'settlement'>['payments'][number];
type Task = SheetOf<'vehiclecar'>['tasks'][number] & SheetOf<'vehiclecar1'>['tasks'][number];
/** Of every sheet what it prints. */
type AllSheets = Omit<Every, 'fees' | 'tasks'> & { readonly fees: readonly Fee[]; readonly tasks: readonly Task[] };
const fee = (part: Omit<Fee, 'remark'> & Partial<Fee>): Fee => ({ remark: '', ...part });
const payment = (part: Omit<Payment, 'feeItem' | 'transactionNo'> & Partial<Payment>): Payment => ({
  feeItem: 'total',
  transactionNo: '',
  ...part,
});

const store = {
  storeName: 'Phuket Airport',
  phone: '076',
  address: 'Mai Khao',
  cityName: 'Phuket',
  supplierName: 'Siam Star',
};
/** An order as the sheets receive it: returned late, with deposits, a damage taken, and a refund; its sums agree. */
export const SHEET: AllSheets = {
  orderNo: 'R26112000001',
  channelOrderNo: '',
  renterName: '张三丰',
  renterPhone: '+86 13812345678',
  renterIdType: 2,
  renterIdNo: 'E123',
  plannedPickupTime: '2027-03-01 10:00:00',
  plannedReturnTime: '2027-03-04 13:20:00',
  actualPickupTime: '2027-03-01 10:05:00',
  actualReturnTime: '2027-03-04 13:20:00',
  rentalDays: 3,
  rentalHours: 4,
  pickupType: 0,
  pickupAddress: '',
  returnType: 0,
  returnAddress: '',
  depositType: 1,
  orderDepositWaived: 0,
  violationDepositWaived: 0,
  externalPlate: 0,
  etc: 0,
  remark: '',
  contractNo: 'C26112000001',
  contractSignTime: '',
  contractSignImage: '',
  cnyRateThbPerCny: 5,
  kmPerDay: 300,
  extraKmPrice: 4,
  total: 7820,
  payable: 15_820,
  paid: 15_000,
  due: 820,
  depositDue: 0,
  surplus: 0,
  pickupStore: store,
  returnStore: store,
  printTime: '2027-03-04 14:00:00',
  car: {
    brandName: 'Toyota',
    modelName: 'Yaris',
    subModelName: '1.2',
    plate: 'AA 11',
    frameNo: 'F1',
    color: 'Grey',
    fuelType: 2,
    category: 1,
  },
  damages: [],
  fees: [
    fee({ item: 'rental', amount: 3600, source: 'booking' }),
    fee({ item: 'basicInsurance', amount: 300, source: 'booking' }),
    fee({ item: 'hourly', amount: 800, source: 'overrun' }),
    fee({ item: 'discount', amount: 100, source: 'booking' }),
    fee({ item: 'additional', amount: 3220, source: 'deduction', remark: 'Door' }),
    fee({ item: 'orderDeposit', amount: 5000, source: 'booking' }),
    fee({ item: 'violationDeposit', amount: 3000, source: 'booking' }),
  ],
  payments: [
    payment({ id: 1, type: 1, amount: 12_600, method: 1, time: '2027-02-20 09:00:00', transactionNo: 'A-1' }),
    payment({ id: 2, type: 1, amount: 3220, method: 6, time: '2027-03-04 13:30:00', transactionNo: 'D-1' }),
    payment({ id: 3, type: 2, amount: 820, method: 5, time: '2027-03-04 13:40:00' }),
  ],
  receiptNo: 'R26112000001-D2',
  taken: [
    { item: 'orderDeposit', amount: 5000, method: 5, time: '2027-02-20 09:00:00', takenBy: 'Nok' },
    { item: 'violationDeposit', amount: 3000, method: 1, time: '2027-02-20 09:00:00', takenBy: 'Nok' },
  ],
  takenTotal: 8000,
  refundPending: 0,
  deductions: [{ id: 1, deductNo: 'D27030400001', type: 1, amount: 3220, time: '2027-03-04 13:30:00' }],
  cars: [],
  tasks: [
    {
      type: 'pickup',
      mileage: 1000,
      oil: 8,
      frontPhoto: '/files/front.png',
      mileagePhoto: '/files/mileage.png',
      damagePhotos: [],
      damages: [],
    },
  ],
  deposits: {
    orderDeposit: { amount: 5000, collected: 5000, applied: 0, returned: 0, held: 5000, releaseDate: '2027-03-11' },
    violationDeposit: { amount: 3000, collected: 3000, applied: 0, returned: 0, held: 3000, releaseDate: '2027-04-03' },
  },
};
