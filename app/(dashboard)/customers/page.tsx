import type { Metadata } from "next";
import { CustomersList } from "./customers-list.tsx";

export const metadata: Metadata = { title: "Customers" };

export default function CustomersPage() {
  return <CustomersList />;
}
