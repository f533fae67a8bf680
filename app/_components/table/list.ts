export interface Filter {
  name: string;
  label: string;
  options: { value: string; label: string }[];
}

export interface Page<Row> {
  data: Row[];
  next_cursor: string | null;
}
