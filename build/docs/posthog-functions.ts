/**
 * The functions that PostHog's HogQL knows, by area, as its compiler listed them in September 2026. Its own ones for internal use, whose names
 * begin with a low line, and combinators of aggregates are left out: a rule names these.
 */
export const POSTHOG_FUNCTIONS: Readonly<Record<string, string>> = {
  Arithmetic: `plus minus multiply divide intDiv intDivOrZero modulo moduloOrZero positiveModulo negate abs gcd lcm max2 min2 multiplyDecimal
    divideDecimal`,
  "Numbers and rounding": `e pi exp log ln exp2 log2 exp10 log10 sqrt cbrt erf erfc lgamma tgamma sin cos tan asin acos atan pow power intExp2
    intExp10 cosh acosh sinh asinh atanh atan2 hypot log1p sign degrees radians factorial width_bucket floor ceil trunc round
    roundBankers roundToExp2 roundDuration roundAge roundDown rand isFinite isInfinite ifNotFinite isNaN`,
  "Comparison, logic and choice": `equals notEquals less greater lessOrEquals greaterOrEquals in notIn and or xor not if multiIf transform least
    greatest isNull isNotNull coalesce ifNull nullIf assumeNotNull toNullable`,
  Conversion: `hex unhex reinterpretAsUInt8 reinterpretAsUInt16 reinterpretAsUInt32 reinterpretAsUInt64 reinterpretAsUInt128
    reinterpretAsUInt256 reinterpretAsInt8 reinterpretAsInt16 reinterpretAsInt32 reinterpretAsInt64 reinterpretAsInt128 reinterpretAsInt256
    reinterpretAsFloat32 reinterpretAsFloat64 reinterpretAsUUID toInt toIntOrZero toFloat toFloatOrZero toFloatOrDefault toDecimal
    toUUID toUUIDOrDefault toString toNullableString toBool toJSONString parseDateTime parseDateTimeBestEffort toTypeName cityHash64
    UUIDv7ToDateTime toDate to_date toDateTime toDateTime64 toDateTimeUS`,
  "Dates and times": `toTimeZone timeZoneOf timeZoneOffset toYear toQuarter toMonth toDayOfYear toDayOfMonth toDayOfWeek toHour toMinute toSecond
    toUnixTimestamp toUnixTimestamp64Milli fromUnixTimestamp64Milli toStartOfInterval toStartOfYear toStartOfISOYear toStartOfQuarter
    toStartOfMonth toLastDayOfMonth toMonday toStartOfWeek toStartOfDay toLastDayOfWeek toStartOfHour toStartOfMinute toStartOfSecond
    toStartOfFiveMinutes toStartOfTenMinutes toStartOfFifteenMinutes toTime toISOYear toISOWeek toWeek toYearWeek age dateAdd dateSub
    date_bin date_add date_subtract date_diff dateDiff timeStampAdd timeStampSub nowInBlock rowNumberInBlock rowNumberInAllBlocks
    timeSlot toYYYYMM toYYYYMMDD toYYYYMMDDhhmmss addYears addMonths addWeeks addDays addHours addMinutes addSeconds addQuarters
    subtractYears subtractMonths subtractWeeks subtractDays subtractHours subtractMinutes subtractSeconds subtractQuarters timeSlots
    formatDateTime dateName monthName fromUnixTimestamp toModifiedJulianDay fromModifiedJulianDay now yesterday current_timestamp today
    current_date toIntervalSecond toIntervalMinute toIntervalHour toIntervalDay toIntervalWeek toIntervalMonth toIntervalQuarter
    toIntervalYear date_part date_trunc dateTrunc to_timestamp to_char make_timestamp make_date make_interval make_timestamptz timezone
    tumble hop tumbleStart tumbleEnd hopStart hopEnd`,
  Texts: `left right lengthUTF8 leftPad rightPad leftPadUTF8 rightPadUTF8 lower upper lowerUTF8 upperUTF8 isValidUTF8 toValidUTF8 format
    reverseUTF8 concat substring substringUTF8 appendTrailingCharIfAbsent convertCharset base58Encode base58Decode tryBase58Decode
    base64Encode base64Decode tryBase64Decode endsWith startsWith encodeXMLComponent decodeXMLComponent extractTextFromHTML ascii
    concatWithSeparator replace replaceAll replaceOne replaceRegexpAll replaceRegexpOne regexpQuoteMeta translate translateUTF8
    splitByChar splitByString splitByRegexp splitByWhitespace splitByNonAlpha alphaTokens extractAllGroups ngrams tokens repeat initcap
    lpad rpad split_part ltrim trimLeft rtrim trimRight btrim trim empty notEmpty isEmpty isNotEmpty length reverse md5
    formatReadableDecimalSize formatReadableSize formatReadableQuantity formatReadableTimeDelta bar extractIPv4Substrings
    languageCodeToName`,
  "Search in texts": `position positionCaseInsensitive positionUTF8 positionCaseInsensitiveUTF8 locate multiSearchAllPositions
    multiSearchAllPositionsUTF8 multiSearchFirstPosition multiSearchFirstIndex multiSearchAny multiSearchAllPositionsCaseInsensitive
    multiSearchAllPositionsCaseInsensitiveUTF8 multiSearchAnyUTF8 multiSearchAnyCaseInsensitive multiSearchAnyCaseInsensitiveUTF8
    multiSearchFirstIndexUTF8 multiSearchFirstIndexCaseInsensitive multiSearchFirstIndexCaseInsensitiveUTF8 multiSearchFirstPositionUTF8
    multiSearchFirstPositionCaseInsensitive multiSearchFirstPositionCaseInsensitiveUTF8 match multiMatchAny multiMatchAnyIndex
    multiMatchAllIndices multiFuzzyMatchAny multiFuzzyMatchAnyIndex multiFuzzyMatchAllIndices extract extractAll
    extractAllGroupsHorizontal extractAllGroupsVertical extractGroups like ilike notLike notILike ngramDistance
    ngramDistanceCaseInsensitive ngramDistanceUTF8 ngramDistanceCaseInsensitiveUTF8 ngramSearch ngramSearchCaseInsensitive ngramSearchUTF8
    ngramSearchCaseInsensitiveUTF8 countSubstrings countSubstringsCaseInsensitive countSubstringsCaseInsensitiveUTF8 countMatches
    countMatchesCaseInsensitive hasSubsequence hasSubsequenceCaseInsensitive hasSubsequenceUTF8 hasSubsequenceCaseInsensitiveUTF8 hasToken
    hasTokenCaseInsensitive hasTokenOrNull hasTokenCaseInsensitiveOrNull hasAllTokens hasAnyTokens regexpExtract`,
  URLs: `protocol domain domainWithoutWWW topLevelDomain firstSignificantSubdomain cutToFirstSignificantSubdomain
    cutToFirstSignificantSubdomainWithWWW port path pathFull queryString fragment queryStringAndFragment extractURLParameter
    extractURLParameters extractURLParameterNames URLHierarchy URLPathHierarchy encodeURLComponent decodeURLComponent
    encodeURLFormComponent decodeURLFormComponent netloc cutWWW cutQueryString cutFragment cutQueryStringAndFragment cutURLParameter`,
  JSON: `isValidJSON JSONHas JSONLength JSONArrayLength JSONType JSONExtract JSONExtractUInt JSONExtractInt JSONExtractFloat JSONExtractBool
    JSONExtractString JSONExtractKey JSONExtractKeys JSONExtractRaw JSONExtractArrayRaw JSONExtractKeysAndValues
    JSONExtractKeysAndValuesRaw JSON_VALUE`,
  Arrays: `array range arrayConcat arrayElement has hasAll hasAny hasSubstr indexOf arrayCount countEqual arrayEnumerate arrayEnumerateUniq
    arrayPopBack arrayPopFront arrayPushBack arrayPushFront arrayResize arraySlice arraySort arrayReverseSort arrayUniq arrayJoin
    arrayDifference arrayDistinct arrayEnumerateDense arrayIntersect arrayReduce arrayReverse arrayFilter arrayFlatten arrayCompact
    arrayZip arrayAUC arrayMap arrayFill arrayFold arrayWithConstant arraySplit arrayReverseFill arrayReverseSplit arrayRotateLeft
    arrayRotateRight arrayExists arrayAll arrayFirst arrayLast arrayFirstIndex arrayLastIndex arrayMin arrayMax arraySum arrayAvg
    arrayCumSum arrayCumSumNonNegative arrayProduct arrayStringConcat generateSeries`,
  "Maps and tuples": `map mapFromArrays mapAdd mapSubtract mapPopulateSeries mapContains mapKeys mapValues mapContainsKeyLike mapExtractKeyLike
    mapApply mapFilter mapUpdate tuple tupleElement untuple tupleHammingDistance tupleToNameValuePairs tuplePlus tupleMinus tupleMultiply
    tupleDivide tupleNegate tupleMultiplyByNumber tupleDivideByNumber dotProduct L1Norm L2Norm LinfNorm LpNorm L1Distance L2Distance
    LinfDistance LpDistance L1Normalize L2Normalize LinfNormalize LpNormalize cosineDistance`,
  Bits: `bitAnd bitOr bitXor bitNot bitShiftLeft bitShiftRight bitRotateLeft bitRotateRight bitSlice bitTest bitTestAll bitTestAny bitCount
    bitHammingDistance bitmapBuild bitmapToArray bitmapSubsetInRange bitmapSubsetLimit subBitmap bitmapContains bitmapHasAny bitmapHasAll
    bitmapCardinality bitmapMin bitmapMax bitmapTransform bitmapAnd bitmapOr bitmapXor bitmapAndnot bitmapAndCardinality
    bitmapOrCardinality bitmapXorCardinality bitmapAndnotCardinality`,
  Places: `greatCircleDistance geoDistance greatCircleAngle pointInEllipses pointInPolygon geohashEncode geohashDecode geohashesInBox h3IsValid
    h3GetResolution h3GetBaseCell h3EdgeAngle h3EdgeLengthM h3EdgeLengthKm geoToH3 h3ToGeo h3ToGeoBoundary h3kRing h3HexAreaM2
    h3HexAreaKm2 h3IndexesAreNeighbors h3ToChildren h3ToParent h3ToString stringToH3 h3IsResClassIII h3IsPentagon h3GetFaces h3CellAreaM2
    h3CellAreaRads2 h3ToCenterChild h3ExactEdgeLengthM h3ExactEdgeLengthKm h3ExactEdgeLengthRads h3NumHexagons h3PointDistM h3PointDistKm
    h3PointDistRads h3GetRes0Indexes h3GetPentagonIndexes h3Line h3Distance h3HexRing h3GetUnidirectionalEdge h3UnidirectionalEdgeIsValid
    h3GetOriginIndexFromUnidirectionalEdge h3GetDestinationIndexFromUnidirectionalEdge h3GetIndexesFromUnidirectionalEdge
    h3GetUnidirectionalEdgesFromHexagon h3GetUnidirectionalEdgeBoundary`,
  Windows: `rank dense_rank row_number first_value last_value nth_value lagInFrame leadInFrame lag lead`,
  Aggregates: `count countDistinct min max sum avg any anyHeavy anyLast argMin argMax stddevPop stddevSamp varPop varSamp covarPop covarSamp corr
    array_agg groupArray json_agg string_agg every avgWeighted topK groupUniqArray groupUniqArrayArray groupArrayInsertAt
    groupArrayMovingAvg groupArrayMovingSum groupArraySample groupBitAnd groupBitOr groupBitXor groupBitmap groupBitmapAnd groupBitmapOr
    groupBitmapXor sumWithOverflow deltaSum deltaSumTimestamp sumMap minMap maxMap avgMap skewSamp skewPop kurtSamp kurtPop uniq uniqExact
    uniqHLL12 uniqTheta uniqMap median medianExact medianExactLow medianExactHigh medianExactWeighted medianTiming medianTimingWeighted
    medianDeterministic medianTDigest medianTDigestWeighted medianBFloat16 percentile_cont percentile_disc quantile quantiles
    quantileExact simpleLinearRegression contingency cramersV cramersVBiasCorrected theilsU maxIntersections maxIntersectionsPosition
    windowFunnel`,
  "PostHog's own": `matchesAction sparkline recordingButton explainCSPReport sortableSemVer embedText lookupDomainType lookupPaidSourceType
    lookupPaidMediumType lookupOrganicSourceType lookupOrganicMediumType convertCurrency getSurveyResponse uniqueSurveySubmissionsFilter
    getTrafficType getTrafficCategory isLikelyBot getBotType getBotName getBotOperator indexHint`,
};
