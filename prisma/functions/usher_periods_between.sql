-- The number of whole periods between two moments, counted by the calendar from an anchor, UTC: the n-th begins n intervals after
-- it, on a month's last day where the month lacks the anchor's day (server/platform/calendar.ts). Cut ones do not count.
create or replace function "usher_periods_between"(
  p_anchor timestamptz, p_interval text, p_from timestamptz, p_to timestamptz
) returns bigint language plpgsql stable as $$
declare
  anchor timestamp := p_anchor at time zone 'UTC';
  moments timestamp[] := array[p_from at time zone 'UTC', p_to at time zone 'UTC'];
  months int := case p_interval when 'MONTH' then 1 when 'YEAR' then 12 end;
  days int := case p_interval when 'DAY' then 1 when 'WEEK' then 7 end;
  moment timestamp;
  n bigint;
  begun bigint[] := '{}';
  starts boolean[] := '{}';
begin
  -- For each of the two: the number of the period that it lies in, and whether that begins at it.
  foreach moment in array moments loop
    if days is not null then
      n := floor(extract(epoch from moment - anchor) / (86400 * days));
      starts := starts || (anchor + make_interval(days => (n * days)::int) = moment);
    else
      n := floor((
        (extract(year from moment) - extract(year from anchor)) * 12 + extract(month from moment) - extract(month from anchor)
      ) / months);
      if anchor + make_interval(months => (n * months)::int) > moment then n := n - 1; end if;
      starts := starts || (anchor + make_interval(months => (n * months)::int) = moment);
    end if;
    begun := begun || n;
  end loop;
  return greatest(0, begun[2] - begun[1] - case when starts[1] then 0 else 1 end);
end $$;
