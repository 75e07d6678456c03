select a ?? b from events
select a ?? b ?? 'x' from events
select properties?.a from events
select properties?.a?.b from events
select properties?.['a'] from events
select (1,2)?.1
select [1,2]?.[1]
select event as 'Name' from events
select event as "Name" from events
select event as `Name` from events
select 'a' =~ 'b'
select 'a' !~ 'b'
select 'a' ~ 'b'
select 'a' =~* 'b'
select 'a' ~* 'b'
select 'a' !~* 'b'
select f'hello'
select f'hello {event} x' from events
select f'{1}{2}'
select f'{f'{1}'}'
select event from events limit 1 by event
select event from events limit 1 offset 2 by event
select event from events limit 2, 1 by event
select event from events limit 1 by event limit 10
select event from events limit 1 by event limit 10 offset 2
select event from events limit 10 offset 2
select event from events limit 2, 10
select event from events offset 2
select event from events order by event with fill
select toDate(timestamp) d from events order by d with fill from 1 to 10 step 1
select toDate(timestamp) d from events order by d with fill step 2
select event from events sample 0.1
select event from events sample 1/10
select event from events sample 1/10 offset 1/2
select event from events as e sample 0.1
select event from events e sample 0.1
select map('a', 1)
select map('a', 1, 'b', 2)['a']
select {'a': 1}
select {}
select {'a': 1, 'b': [1, 2],}
select [[1, 2], [3]]
select [(1, 'a'), (2, 'b')]
select ((1, 2), 3)
select (1,)
select []
select [1, 2, 3][1]
select (1, 2).1
select ((1,2),3).1.2
select tuple(1, 2).1
select case when 1 then 2 else 3 end
select case when 1 then 2 end
select case 1 when 1 then 2 when 3 then 4 else 5 end
select 1 between 0 and 2
select 1 not between 0 and 2
select interval 1 day
select interval '1 day'
select interval '1' day
select now() - interval 1 day
select now() - interval 1 hour
select now() + interval (1 + 2) month
select now() + interval n day from (select 1 n)
select arrayJoin([1, 2]) a, arrayJoin([3, 4]) b
select a from events array join [1, 2] as a
select a from events left array join [1, 2] as a
select a from events inner array join [1, 2] as a
select a, b from events array join [1, 2] as a, [3, 4] as b
select arrayMap(x -> x + 1, [1, 2])
select arrayMap((x) -> x + 1, [1, 2])
select arrayMap((x, y) -> x + y, [1, 2], [3, 4])
select arrayMap(x, y -> x + y, [1], [2])
select {x}
select {filters} from events
select event from events where {filters}
select {variables.x}
select {'a': 1}.a
select 1 -- comment
select 1 // comment
select /* c */ 1
select 1 /* c
select 1e3
select 1.5e-3
select .5
select 5.
select 0x1F
select 017
select 0b101
select inf
select -inf
select nan
select +1
select -1
select - -1
select null
select true
select false
select 'it''s'
select 'it\'s'
select 'a\nb'
select '\x41'
select "event" from events
select `event` from events
select e.event from events e
select events.event from events
select e.* from events e
select * from events
select * exclude (event) from events
select columns('a') from events
select count() from events
select count(*) from events
select count(distinct event) from events
select count(distinct event, distinct_id) from events
select quantile(0.5)(properties.a) from events
select countIf(event = 'a') from events
select sum(properties.a) filter (where event = 'a') from events
select count() filter (where event = 'a') from events
select row_number() over () from events
select row_number() over (partition by event order by timestamp) from events
select row_number() over (partition by event order by timestamp desc rows between unbounded preceding and current row) from events
select sum(1) over w from events window w as (partition by event)
select lag(event, 1) over (order by timestamp range between 1 preceding and 1 following) from events
select event from events where event in ('a', 'b')
select event from events where event in ('a')
select event from events where event in 'a'
select event from events where event not in ('a', 'b')
select event from events where event in (select event from events)
select event from events where (event, 1) in (('a', 1), ('b', 2))
select event from events where person_id in cohort 1
select event from events where person_id not in cohort 'x'
select event from events where event like 'a%'
select event from events where event ilike 'a%'
select event from events where event not like 'a%'
select event from events where event not ilike 'a%'
select event from events where event is null
select event from events where event is not null
select event from events where event is distinct from 'a'
select event from events where event is not distinct from 'a'
select event from events where not event = 'a'
select event from events where not not event = 'a'
select event from events prewhere event = 'a' where 1
select event, count() from events group by event
select event, count() from events group by rollup(event)
select event, count() from events group by cube(event)
select event, count() from events group by all
select event, count() from events group by 1
select event, count() from events group by event having count() > 1
select event, count() c from events group by event order by c desc
select event from events order by event asc
select event from events order by event ascending
select event from events order by event descending
select event from events order by event nulls first
select event from events order by event desc nulls last
select event from events order by all
select event from events qualify row_number() over (order by event) = 1
select 1 union all select 2
select 1 union distinct select 2
select 1 union select 2
select 1 intersect select 2
select 1 intersect distinct select 2
select 1 except select 2
(select 1) union all (select 2)
(select 1)
((select 1))
(select 1 union all select 2) intersect select 3
select 1 union all select 2 order by 1
select 1 union all select 2 limit 1
with a as (select 1 x) select x from a
with 1 as x select x
with a as (select 1 x), b as (select 2 y) select x, y from a, b
with recursive a as (select 1 x union all select x + 1 from a where x < 3) select x from a
with a(x) as (select 1) select x from a
with a as materialized (select 1 x) select x from a
with a as not materialized (select 1 x) select x from a
with (select 1) as x select x
with x as (select 1) select (select * from x)
select distinct event from events
select distinct on (event) event from events
select all event from events
select event from events e join persons p on e.person_id = p.id
select event from events e left join persons p on e.person_id = p.id
select event from events e left outer join persons p on e.person_id = p.id
select event from events e right join persons p on e.person_id = p.id
select event from events e full join persons p on e.person_id = p.id
select event from events e full outer join persons p on e.person_id = p.id
select event from events e inner join persons p on e.person_id = p.id
select event from events e cross join persons p
select event from events e, persons p
select event from events e all inner join persons p on e.person_id = p.id
select event from events e global join persons p on e.person_id = p.id
select event from events e join persons p using (id)
select event from events e join persons p using id
select event from events e natural join persons p
select event from events final
select event from events as e final
select number from numbers(10)
select generate_series from generateSeries(1, 10)
select a from (select 1 as a)
select a from (select 1 as a) as t
select a from (select 1 as a) t
select a from (select 1) t(a)
select * from values(1, 2)
select * from (values (1, 2), (3, 4))
select cast(1 as String)
select cast(1 as Nullable(Float64))
select cast('1', 'Int64')
select try_cast('1' as Int64)
select '1'::Int64
select 1::text
select '2020-01-01'::date
select substring('abc', 2, 1)
select trim(both 'x' from 'xax')
select trim(leading 'x' from 'xax')
select trim(trailing 'x' from 'xax')
select trim(' a ')
select position('b' in 'abc')
select 1 ? 2 : 3
select 1 ? 2 : 3 ? 4 : 5
select a ? b : c from events
select 1 = 1 and 2 = 2 or 3 = 3
select 1 == 1
select 1 <> 2
select 1 != 2
select 1 <=> 2
select 1 + 2 * 3 - 4 / 5 % 6
select 'a' || 'b' || 'c'
select if(1, 2, 3)
select event from events where exists (select 1)
select event from events where not exists (select 1)
select (select 1)
select (select 1) + 1
select 1 as a, a + 1 as b
select 1 as "a b"
select properties.$browser from events
select properties."a b" from events
select properties.`a b` from events
select properties['a b'] from events
select properties['a'].b from events
select properties.a.b.c from events
select properties.a[1] from events
select properties.a.1 from events
select person.properties.a from events
select events.person.properties.a from events
select group_0.properties.a from events
select session.$session_duration from events
select count(), from events
select 1,
select event, from events
select (1, 2,)
select [1, 2,]
select f(1, 2,)
select lower('A')
select Lower('A')
select 1;
select * * 2
select  1
select 1 from events where 1
select a.b.c.d from a.b.c
select a as b from c as d where e
select sumIf(1, a ?? b = 2) from events
select a = b ?? c from events
select not a ?? b from events
select a ?? b and c from events
select a is null ?? b from events
select a ?? b ? c : d from events
select (x, y) -> x + y
select x -> x -> 1
select uniqIf(a, b = 'c') over (partition by d) from events
select toString(1)::Int32 + 1
select -1::Int32
select [1,2,3][-1]
select a.1.2 from t
select a[1][2] from t
select a['x']['y'] from t
select 1 as a from events as events2 where events2.event = '1'
select sum(x order by y) from events
select groupArray(x order by y desc) from events
select interval 1 quarter
select interval 1 second + interval 1 minute
select toDateTime('2020-01-01') + interval '1 month'
select ifNull(a.b?.c, 1) from t
select a not in (1,2) and b not like 'x' from t
select a in [1, 2] from t
select a in tuple(1, 2) from t
select a in t2 from t
select event from numbers(1) n, events e where e.event = toString(n.number)
select * from (select 1) union all select * from (select 2)
select f(1)(distinct a) from t
select sum(distinct a) from t
select "a""b" from t
select 1.5.5
select 0xZZ
select 1_000
select 1e
select $1
select inf, -inf, infinity, nan, NaN, 1e400, 0b101, 0x1p3, 0x1.8p-1
select try_cast(properties.n as Int64), TRY_CAST('x' AS Nullable(Float64)) from events
select COLUMNS('^e'), columns('id$') from events
select e.* exclude (event) from events e
select event = any(select event from events)
select toInt(with 1 as a select a)
select not (event) = 'x', not (a = b), not(1), 1 + not (2) from events
select event in ('x').1, event in ['x', 'y'][1], 3 in (1) + 2 from events
