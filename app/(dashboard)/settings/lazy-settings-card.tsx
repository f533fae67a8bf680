"use client";

import dynamic from "next/dynamic";
import { Card } from "../../_components/ui/card.tsx";
import { Skeleton } from "../../_components/ui/skeleton.tsx";

/** Loaded with its schema, which is large, after the page has rendered. */
export const SettingsCard = dynamic(() => import("./settings-card.tsx"), {
  ssr: false,
  loading: () => (
    <Card className="p-4">
      <Skeleton className="h-48 w-full" />
    </Card>
  ),
});
