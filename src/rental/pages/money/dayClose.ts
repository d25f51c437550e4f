export interface DayFlow {
  readonly count: number;
  readonly in: number;
  readonly out: number;
  readonly net: number;
}

interface OpenItems {
  readonly count: number;
  readonly amount: number;
}

/** `GET /order/dayclose`: money of a store on one of its days; baht, the store's clock. */
export interface DayClose {
  readonly storeId: number;
  readonly storeName: string;
  readonly date: string;
  readonly timeZone: string;
  /** When it was read. */
  readonly time: string;
  readonly total: DayFlow;
  readonly methods: readonly (DayFlow & { readonly method: number })[];
  readonly operators: readonly (DayFlow & { readonly operator: string; readonly cash: number })[];
  readonly open: { readonly refunds: OpenItems; readonly deductions: OpenItems; readonly due: OpenItems };
  readonly payments: readonly {
    readonly id: number;
    readonly time: string;
    readonly orderId: number;
    readonly orderNo: string;
    readonly renterName: string;
    readonly type: 1 | 2;
    readonly amount: number;
    readonly method: number;
    readonly feeItem: string;
    readonly transactionNo: string;
    readonly operator: string;
    readonly remark: string;
  }[];
}
